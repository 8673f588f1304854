//! Threads for what lives.

/// The stack of each thread, as everywhere in Toile.
const STACK: usize = 8 << 20;

/// How many threads the simulation has beside a window: one core is left to that.
pub fn threads_beside_a_window() -> usize {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    cores.saturating_sub(1).max(1)
}

/// Gives some work a thread of its own in a pool of its own.
pub fn spawn(name: &'static str, work: Box<dyn FnOnce() + Send>) {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads_beside_a_window())
        .stack_size(STACK)
        .thread_name(move |n| format!("{name} {n}"))
        .build();
    match pool {
        // From inside of the pool, so that parallel loops begin at once.
        Ok(pool) => {
            let run = move || pool.install(work);
            if let Err(error) = std::thread::Builder::new().name(name.to_owned()).spawn(run) {
                eprintln!("error: cannot start the thread of the {name}: {error}");
            }
        }
        Err(error) => eprintln!("error: cannot start the threads of the {name}: {error}"),
    }
}
