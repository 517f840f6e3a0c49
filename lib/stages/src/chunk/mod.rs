//! Cuts files into chunks that tile them. **Streams.**
