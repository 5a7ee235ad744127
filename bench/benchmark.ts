/** One measurement and the ceiling measured in the same run. */
export type Benchmark = { name: string; ours: number; ceiling: number; unit: string }
