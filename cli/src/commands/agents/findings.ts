import type { Paint } from '../../text/paint.ts'
import { formatCountOf, toPrintable } from '../../text/printable.ts'

export type CliFinding = { severity: string; code: string; path: string; message: string }

/** Most severe first. */
const severities = ['error', 'warning', 'advice'] as const
const colors = { error: 'red', warning: 'yellow', advice: 'dim' } as const

export function formatFindings(findings: readonly CliFinding[], paint: Paint): string[] {
  return severities.flatMap((severity) =>
    findings
      .filter((finding) => finding.severity === severity)
      .map(
        ({ code, path, message }) =>
          `${paint(colors[severity], severity)} ${paint('bold', toPrintable(path))} ${toPrintable(message)} ${paint('dim', toPrintable(code))}`,
      ),
  )
}

/** Formats as `2 errors, 1 warning`; empty if there are no findings. */
export const formatFindingCounts = (findings: readonly CliFinding[]): string =>
  severities
    .map((severity) => ({ severity, count: findings.filter((finding) => finding.severity === severity).length }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => (severity === 'advice' ? `${count} advice` : formatCountOf(count, severity)))
    .join(', ')
