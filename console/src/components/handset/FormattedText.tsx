import type { TextRun } from '@parley/amf'
import type { ReactNode } from 'react'
import { safeLinkUrl } from './safe-urls.ts'

/** Formatted text; nothing in it is interpreted as other markup. */
export function FormattedText({ runs }: { runs: readonly TextRun[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: only their position identifies runs, and it never changes
  return runs.map((run, index) => <FormattedText.Run key={index} run={run} />)
}

FormattedText.Run = function OneRun({ run: { text, bold, italic, strike, code, href } }: { run: TextRun }) {
  const address = safeLinkUrl(href)
  let shown: ReactNode = text
  if (code) shown = <code>{shown}</code>
  if (strike) shown = <s>{shown}</s>
  if (italic) shown = <em>{shown}</em>
  if (bold) shown = <strong>{shown}</strong>
  if (!address) return shown
  return (
    <a href={address} target="_blank" rel="noreferrer">
      {shown}
    </a>
  )
}
