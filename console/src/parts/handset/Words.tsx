import type { Run } from '@parley/amf'
import type { ReactNode } from 'react'
import { linkAddress } from './address.ts'

/** Text with its looks; nothing in it becomes any other markup. */
export function Words({ runs }: { runs: readonly Run[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: runs have no name but their place, and never move
  return runs.map((run, place) => <Words.Run key={place} run={run} />)
}

Words.Run = function OneRun({ run: { text, bold, italic, strike, code, href } }: { run: Run }) {
  const address = linkAddress(href)
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
