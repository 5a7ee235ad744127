import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { strings } from '#i18n/handset.ts'
import styles from './handset.module.css'
import { MessagePicture } from './MediaAttachment.tsx'

/** A row of a list or a time. */
export type Choice = { label: string; description?: string; mediaUrl?: string; tap: number }
type Props = {
  /** Label of the button that opens the choices. */
  button: string
  choices: readonly Choice[]
  multiple?: boolean
  onPick?: (choices: Choice[]) => void
}

/** A list or a choice of times behind a button, as on phones; always open if nothing can be tapped. */
export function ChoicePicker({ button, choices, multiple = false, onPick }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<Choice>>(new Set())
  const toggle = (row: Choice) => setChosen((before) => toggled(before, row))
  return (
    <details className={styles.picker} open={!onPick || undefined}>
      <summary>
        {button}
        <IconChevronDown size={14} aria-hidden />
      </summary>
      <ul>
        {choices.map((row) => (
          <li key={row.tap}>
            <Row
              row={row}
              onPick={onPick && (multiple ? toggle : (one) => onPick([one]))}
              checked={multiple ? chosen.has(row) : undefined}
            />
          </li>
        ))}
      </ul>
      {multiple && onPick && (
        <button type="button" className={styles.chip} disabled={chosen.size === 0} onClick={() => onPick([...chosen])}>
          {strings.send}
        </button>
      )}
    </details>
  )
}

const toggled = (rows: ReadonlySet<Choice>, row: Choice): Set<Choice> => {
  const next = new Set(rows)
  if (!next.delete(row)) next.add(row)
  return next
}

function Row({ row, onPick, checked }: { row: Choice; onPick?: (row: Choice) => void; checked?: boolean }) {
  const inside = (
    <>
      <MessagePicture url={row.mediaUrl} className={styles.thumb} />
      <span dir="auto">
        {row.label}
        {row.description && <small>{row.description}</small>}
      </span>
    </>
  )
  if (!onPick) return <div className={styles.row}>{inside}</div>
  if (checked !== undefined) {
    return (
      <label className={styles.row}>
        <input type="checkbox" checked={checked} onChange={() => onPick(row)} />
        {inside}
      </label>
    )
  }
  return (
    <button type="button" className={styles.row} onClick={() => onPick(row)}>
      {inside}
    </button>
  )
}
