//! Random walks, for the tests that use them.

/// Numbers drawn by the test framework, which shrinks them to the shortest walk that fails.
pub struct Choices<'a>(std::slice::Iter<'a, u32>);

impl<'a> Choices<'a> {
    pub fn new(numbers: &'a [u32]) -> Choices<'a> {
        Choices(numbers.iter())
    }

    pub fn is_empty(&self) -> bool {
        self.0.len() == 0
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0.next().map_or(0, |&c| c as usize % n.max(1))
    }

    pub fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}
