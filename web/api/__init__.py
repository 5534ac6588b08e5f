"""The HTTP interface for programs: JSON at ``/api/v1/``, described at ``/api/openapi.json``."""
