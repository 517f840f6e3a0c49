//! The last thing that was worked out, with what it was worked out for: in one process a finder and the ranking ask the same of one question.

use std::sync::{Arc, Mutex};

/// Remembers one value.
pub(super) struct Remembered<K, V>(Mutex<Option<(K, Arc<V>)>>);

impl<K, V> Default for Remembered<K, V> {
    fn default() -> Remembered<K, V> {
        Remembered(Mutex::new(None))
    }
}

impl<K: PartialEq + Clone, V> Remembered<K, V> {
    /// The value for `key`: the remembered one, or what `make` makes. What fails is not remembered.
    pub fn get<E>(&self, key: &K, make: impl FnOnce() -> Result<V, E>) -> Result<Arc<V>, E> {
        let mut last = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some((_, value)) = last.as_ref().filter(|(of, _)| of == key) {
            return Ok(Arc::clone(value));
        }
        let value = Arc::new(make()?);
        *last = Some((key.clone(), Arc::clone(&value)));
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_value_is_made_once() {
        let last = Remembered::default();
        let mut made = 0;
        for (key, want) in [(1, 1), (1, 1), (2, 2), (2, 2), (1, 3)] {
            let value = last.get(&key, || {
                made += 1;
                Ok::<i32, ()>(made)
            });
            assert_eq!(*value.unwrap(), want);
        }
        assert!(last.get(&9, || Err::<i32, ()>(())).is_err());
        assert_eq!(last.get(&1, || Err::<i32, ()>(())).map(|value| *value), Ok(3));
    }
}
