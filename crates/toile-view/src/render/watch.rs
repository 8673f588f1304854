//! What a graphics device complains about. Without a listener, wgpu ends the program.

use std::sync::{Arc, Mutex, PoisonError};

/// Listens to a device.
#[derive(Clone, Debug, Default)]
pub struct DeviceWatch(Arc<Mutex<Heard>>);

#[derive(Debug, Default)]
struct Heard {
    lost: Option<String>,
    refused: Option<String>,
}

impl DeviceWatch {
    /// Listens to a device from now on, in the place of the former listener.
    pub fn over(device: &wgpu::Device) -> Self {
        let watch = Self::default();
        let (lost, refused) = (watch.clone(), watch.clone());
        device.set_device_lost_callback(move |_, message| {
            // The first reason is the one that counts; what follows, follows from it.
            lost.heard(|heard| &mut heard.lost, words(&message));
        });
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            refused.heard(|heard| &mut heard.refused, error.to_string());
        }));
        watch
    }

    fn heard(&self, which: impl Fn(&mut Heard) -> &mut Option<String>, message: String) {
        let mut heard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        which(&mut heard).get_or_insert(message);
    }

    /// Why the device is gone, if it is.
    pub fn lost(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).lost.clone()
    }

    /// What the device refused to do first, if there was anything since this was last asked for.
    pub fn take_refused(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).refused.take()
    }
}

/// What is said where a driver says nothing.
fn words(message: &str) -> String {
    if message.is_empty() { "its driver does not say why".to_owned() } else { message.to_owned() }
}
