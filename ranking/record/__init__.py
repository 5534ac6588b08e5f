"""The record: classes of events and official results, from events, lists and web sites."""
