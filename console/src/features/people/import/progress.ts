export type ImportPace = { share: number; rowsPerSecond: number; secondsLeft: number | undefined }
type ImportCountsSoFar = { totalBytes: number; readBytes: number; rows: number; createdAt: string; updatedAt: string }

export function computeImportPace({
  totalBytes,
  readBytes,
  rows,
  createdAt,
  updatedAt,
}: ImportCountsSoFar): ImportPace {
  const seconds = Math.max(0, (Date.parse(updatedAt) - Date.parse(createdAt)) / 1000)
  const share = totalBytes > 0 ? Math.min(1, readBytes / totalBytes) : 0
  const rowsPerSecond = seconds > 0 ? rows / seconds : 0
  return { share, rowsPerSecond, secondsLeft: share > 0 && seconds > 0 ? (seconds / share) * (1 - share) : undefined }
}
