import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, memo } from 'react'
import { strings as app } from '#i18n/app.ts'
import { displayNameOf, type Person } from '../display-name.ts'
import { ConsentBadge, type PersonColumn, PersonStatusBadge } from './people-columns.tsx'
import classes from './people-table.module.css'

type Props = {
  person: Person
  at: number
  href: string
  columns: readonly PersonColumn[]
  narrow: boolean
  active: boolean
  chosen?: boolean
  onChoose?: (id: string) => void
  onOpen: (person: Person) => void
}

/** Plain elements that look like Mantine's: with its components, a search took three times as much script time. */
export const PersonTableRow = memo(function PersonRow(props: Props) {
  const { person, at, href, columns, narrow, active, chosen, onChoose, onOpen } = props
  return (
    <tr
      aria-rowindex={at + 2}
      data-active={active || undefined}
      data-chosen={chosen || undefined}
      className={narrow ? classes.tall : classes.row}
      onClick={(event) => isSelecting(event) || onOpen(person)}
    >
      {onChoose && (
        <td data-choice>
          <input
            type="checkbox"
            className={classes.check}
            aria-label={app.table.select(displayNameOf(person))}
            checked={chosen ?? false}
            onChange={() => onChoose(person.id)}
          />
        </td>
      )}
      <td>{narrow ? <Summary person={person} href={href} /> : <NameLink person={person} href={href} />}</td>
      {columns.map(({ id, cell }) => (
        <td key={id}>{cell(person)}</td>
      ))}
    </tr>
  )
})

/** The whole cell of the checkbox counts. */
const isSelecting = ({ target }: MouseEvent) => target instanceof Element && target.closest('[data-choice]') !== null

/**
 * A plain click opens the person like a click on the row; with a modifier key or the middle button, the browser handles
 * it.
 */
const stopAtRow = (event: MouseEvent) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) event.stopPropagation()
  else event.preventDefault()
}

/** A plain anchor: a router link in every row would rerender on every URL change. */
function NameLink({ person, href }: { person: Person; href: string }) {
  const router = useRouter()
  const name = displayNameOf(person)
  const preload = () => void router.preloadRoute({ to: href })
  return (
    <a href={href} className={classes.name} title={name} onClick={stopAtRow} onMouseEnter={preload} onFocus={preload}>
      {name}
    </a>
  )
}

/** On a phone, the name is above the other fields. */
function Summary({ person, href }: { person: Person; href: string }) {
  return (
    <div className={classes.summary}>
      <NameLink person={person} href={href} />
      <div className={classes.chips}>
        <PersonStatusBadge status={person.status} />
        <ConsentBadge status={person.consent.status} />
        <span className={`${classes.address} quiet`}>{person.phone ?? person.email}</span>
      </div>
    </div>
  )
}
