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
  let content: ReactNode = text
  if (code) content = <code>{content}</code>
  if (strike) content = <s>{content}</s>
  if (italic) content = <em>{content}</em>
  if (bold) content = <strong>{content}</strong>
  if (!address) return content
  return (
    <a href={address} target="_blank" rel="noreferrer">
      {content}
    </a>
  )
}
