//! Ctrl-C: the first ends the work in good order, the second at once.

use super::output::Output;
use toile_cloth::run::CancelToken;

/// The exit code of what was interrupted: 128 and the number of the signal, as shells have it.
pub(crate) const INTERRUPTED: u8 = 130;

/// Listens to Ctrl-C from now on. The first cancels the token and says that what is there is kept; the second ends the program.
pub(crate) fn cancel_on_interrupt(token: &CancelToken, output: &Output) {
    let heard = token.clone();
    let listening = ctrlc::set_handler(move || {
        if heard.is_cancelled() {
            std::process::exit(i32::from(INTERRUPTED));
        }
        heard.cancel();
        eprintln!("\nStopping as soon as what is there is kept; Ctrl-C once more stops at once.");
    });
    if let Err(error) = listening {
        output.note(&format!("Ctrl-C will stop at once, and keep nothing: {error}"));
    }
}
