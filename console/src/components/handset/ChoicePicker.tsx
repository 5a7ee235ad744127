import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { strings } from '#i18n/handset.ts'
import type { PickerView, RowView } from './bubble.ts'
import styles from './handset.module.css'
import { safeImageUrl } from './safe-urls.ts'

type Props = { picker: PickerView; onPick?: (rows: RowView[]) => void }

/** A list or a choice of times behind a button, as on phones; always open if nothing can be tapped. */
export function ChoicePicker({ picker: { kind, button, multiple, rows }, onPick }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<RowView>>(new Set())
  const toggle = (row: RowView) => setChosen((before) => toggled(before, row))
  return (
    <details className={styles.picker} open={!onPick || undefined}>
      <summary>
        {kind === 'times' ? strings.chooseTime : (button ?? strings.choose)}
        <IconChevronDown size={14} aria-hidden />
      </summary>
      <ul>
        {rows.map((row) => (
          <li key={`${row.index} ${row.label}`}>
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

const toggled = (rows: ReadonlySet<RowView>, row: RowView): Set<RowView> => {
  const next = new Set(rows)
  if (!next.delete(row)) next.add(row)
  return next
}

function Row({ row, onPick, checked }: { row: RowView; onPick?: (row: RowView) => void; checked?: boolean }) {
  const source = safeImageUrl(row.picture)
  const inside = (
    <>
      {source && <img src={source} alt="" loading="lazy" referrerPolicy="no-referrer" />}
      <span>
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
