//! Lists a tree. **Streams**, in path order.
