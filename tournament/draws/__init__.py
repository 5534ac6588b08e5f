"""Drawing lots and charts, and the public record that anybody can check."""
