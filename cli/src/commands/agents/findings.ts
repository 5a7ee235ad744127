import type { Paint } from '../../text/paint.ts'
import { counted, plain } from '../../text/plain.ts'

export type Finding = { severity: string; code: string; path: string; message: string }

/** The worst first. */
const severities = ['error', 'warning', 'advice'] as const
const colours = { error: 'red', warning: 'yellow', advice: 'dim' } as const

export function findingLines(findings: readonly Finding[], paint: Paint): string[] {
  return severities.flatMap((severity) =>
    findings
      .filter((finding) => finding.severity === severity)
      .map(
        ({ code, path, message }) =>
          `${paint(colours[severity], severity)} ${paint('bold', plain(path))} ${plain(message)} ${paint('dim', plain(code))}`,
      ),
  )
}

/** `2 errors, 1 warning`; empty where there is nothing. */
export const findingCounts = (findings: readonly Finding[]): string =>
  severities
    .map((severity) => ({ severity, count: findings.filter((finding) => finding.severity === severity).length }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => (severity === 'advice' ? `${count} advice` : counted(count, severity)))
    .join(', ')
