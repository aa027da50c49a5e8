use super::plain_command;

plain_command!(CollectGarbage, "HeapProfiler.collectGarbage");
