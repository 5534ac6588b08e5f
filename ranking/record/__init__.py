"""The record: the classes and official results of events, from closed events, result lists and web sites."""
