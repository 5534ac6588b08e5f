"""Webhooks: addresses of other programs that are told of released results and of corrections."""
