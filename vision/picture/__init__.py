"""Where pictures come from: cameras, files, photographs."""
