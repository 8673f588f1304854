//! The bytes behind a document: its buffers, loaded when they are first needed, and a limit on what may come of them.

use std::cell::{Cell, OnceCell};

use super::document::Document;
use crate::{ReadError, base64};

/// Numbers that may be decoded whatever the size of the file. Accessors without data are all zeros, and several items
/// may share the same data, so a small file may rightly decode into more than it holds; but not without limit.
const FREE_NUMBERS: u64 = 1 << 24;

/// Numbers that may be decoded for each byte of the file.
const NUMBERS_PER_BYTE: u64 = 4;

/// Finds the bytes of a file by its URI, or says why it cannot.
pub(super) type Resolve<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, String>;

/// A document with its buffers.
pub(super) struct Source<'a> {
    pub(super) document: &'a Document,
    /// The binary chunk of a GLB file, which is buffer 0 if that has no URI.
    binary: Option<&'a [u8]>,
    resolve: Resolve<'a>,
    loaded: Vec<OnceCell<Vec<u8>>>,
    /// How many more numbers may be decoded.
    allowance: Cell<u64>,
}

impl<'a> Source<'a> {
    /// `json_length` is how long the document was as text.
    pub(super) fn new(
        document: &'a Document,
        json_length: usize,
        binary: Option<&'a [u8]>,
        resolve: Resolve<'a>,
    ) -> Self {
        let bytes = json_length + binary.map_or(0, <[u8]>::len);
        Self {
            document,
            binary,
            resolve,
            loaded: document.buffers.iter().map(|_| OnceCell::new()).collect(),
            allowance: Cell::new(FREE_NUMBERS + NUMBERS_PER_BYTE * bytes as u64),
        }
    }

    /// Asks for room for `numbers` more decoded numbers, before memory for them is taken.
    pub(super) fn spend(&self, place: &str, numbers: u64) -> Result<(), ReadError> {
        match self.allowance.get().checked_sub(numbers) {
            Some(rest) => {
                self.allowance.set(rest);
                Ok(())
            }
            None => Err(ReadError::item(
                place,
                format!(
                    "{numbers} more numbers would be decoded here, which a file of this size cannot justify"
                ),
            )),
        }
    }

    /// The bytes of a buffer, as many as the document says.
    pub(super) fn buffer(&self, place: &str, index: usize) -> Result<&[u8], ReadError> {
        let (Some(buffer), Some(cell)) = (self.document.buffers.get(index), self.loaded.get(index)) else {
            let count = self.loaded.len();
            return Err(ReadError::item(place, format!("buffer {index} does not exist, there are {count}")));
        };
        let bytes = match (&buffer.uri, self.binary) {
            (None, Some(binary)) if index == 0 => binary,
            (None, _) => {
                let cause = "the buffer has neither a URI nor a binary chunk";
                return Err(ReadError::item(format!("buffers[{index}].uri"), cause));
            }
            (Some(uri), _) => {
                if cell.get().is_none() {
                    // Nobody else can have set it meanwhile.
                    let _ = cell.set(self.load(index, uri)?);
                }
                cell.get().map_or(&[][..], |bytes| bytes)
            }
        };
        let length = usize::try_from(buffer.byte_length).unwrap_or(usize::MAX);
        bytes.get(..length).ok_or_else(|| {
            let cause = format!("{length} bytes are declared, but the data has {}", bytes.len());
            ReadError::item(format!("buffers[{index}].byteLength"), cause)
        })
    }

    /// Gets the bytes of a picture behind a URI.
    pub(super) fn load_picture(&self, uri: &str) -> Result<Vec<u8>, String> {
        if is_data(uri) { data_bytes(uri) } else { (self.resolve)(uri) }
    }

    /// Gets the bytes of a buffer behind a URI.
    fn load(&self, index: usize, uri: &str) -> Result<Vec<u8>, ReadError> {
        let bytes = if is_data(uri) { data_bytes(uri) } else { (self.resolve)(uri) };
        let bytes = bytes.map_err(|cause| ReadError::item(format!("buffers[{index}].uri"), cause))?;
        let gain = NUMBERS_PER_BYTE * bytes.len() as u64;
        self.allowance.set(self.allowance.get().saturating_add(gain));
        Ok(bytes)
    }
}

/// Whether a URI holds the data itself.
fn is_data(uri: &str) -> bool {
    uri.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:"))
}

/// The bytes in a `data:` URI.
fn data_bytes(uri: &str) -> Result<Vec<u8>, String> {
    let (header, text) = uri.split_once(',').ok_or("the data URI has no comma before its data")?;
    if header.ends_with(";base64") {
        base64::decode(text)
    } else {
        Err("the data URI is not base64".to_owned())
    }
}
