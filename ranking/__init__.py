"""What it is worth: classes of events, official results, pins and certificates."""
