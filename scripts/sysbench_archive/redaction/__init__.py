"""What must not be published: how it is found in text, and what stands in its place."""
