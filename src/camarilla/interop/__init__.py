"""The games behind the interfaces of other projects."""
