/** One measure beside the ceiling of the same run. */
export type Benchmark = { name: string; ours: number; ceiling: number; unit: string }
