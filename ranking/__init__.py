"""Classes of events, official results, pins and certificates."""
