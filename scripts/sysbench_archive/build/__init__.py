"""The pipeline of a build: archive, store, bundles, pages, histories, Hugo."""
