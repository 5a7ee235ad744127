import '../../testing/globals.ts'

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { type ComponentProps, useState } from 'react'
import { strings } from '#i18n/app.ts'
import { assertAbsent } from '../../testing/elements.ts'
import { withTestPage } from '../../testing/page.tsx'
import { DataTable } from './DataTable.tsx'

type Fact = { id: string; text: string }
const facts: Fact[] = Array.from({ length: 1_000 }, (_, at) => ({ id: `f${at}`, text: `Fact ${at}` }))
const columns = [{ id: 'text', label: 'Fact', cell: ({ text }: Fact) => text }]

type Props = Partial<ComponentProps<typeof DataTable<Fact>>>

function Facts({ rows = facts, ...rest }: Props) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  return (
    <>
      <DataTable
        label="Facts"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowName={({ text }) => text}
        virtual={{ rowHeight: 64 }}
        selected={selected}
        onSelect={setSelected}
        {...rest}
      />
      <output>{selected.size}</output>
    </>
  )
}

/** A button shows another list. */
function TwoLists() {
  const [key, setKey] = useState('a')
  return (
    <>
      <button type="button" onClick={() => setKey('b')}>
        Other facts
      </button>
      <Facts scrollKey={key} virtual={{ rowHeight: 64, fixedRows: true }} />
    </>
  )
}

const drawn = () => [...document.querySelectorAll<HTMLElement>('tr[data-index]')]
const frame = () => screen.getByRole('region', { name: 'Facts' })
const activeIndex = () => drawn().find((row) => row.dataset.active === 'true')?.dataset.index

test(
  'the virtual table draws only the visible rows and shows the total',
  withTestPage(async ({ open }) => {
    await open(<Facts />)
    await screen.findByText('Fact 0')
    // Ten rows fit into 640 pixels; a few more are rendered below them.
    assert.ok(drawn().length >= 10 && drawn().length <= 30, `${drawn().length} rows are drawn`)
    assertAbsent(screen.queryByText('Fact 500'))
    assert.equal(screen.getByRole('table').getAttribute('aria-rowcount'), '1001')
    assert.equal(drawn()[0]?.getAttribute('aria-rowindex'), '2')
  }),
)

test(
  'the virtual table draws other rows when it is scrolled',
  withTestPage(async ({ open }) => {
    await open(<Facts />)
    await screen.findByText('Fact 0')
    frame().scrollTop = 500 * 64
    fireEvent.scroll(frame())
    await screen.findByText('Fact 500')
    assertAbsent(screen.queryByText('Fact 0'))
    assert.ok(drawn().length <= 45, `${drawn().length} rows are drawn`)
  }),
)

test(
  'the virtual table selects all rows, also those that are not drawn',
  withTestPage(async ({ open, user }) => {
    await open(<Facts />)
    await user.click(await screen.findByRole('checkbox', { name: strings.table.selectAll }))
    assert.equal(screen.getByRole('status').textContent, '1000')
    await user.click(screen.getByRole('checkbox', { name: strings.table.select('Fact 3') }))
    assert.equal(screen.getByRole('status').textContent, '999')
  }),
)

test(
  'J and K move through the virtual table, and Enter or the first cell opens a row',
  withTestPage(async ({ open, user }) => {
    const opened: string[] = []
    await open(<Facts onOpen={({ id }) => void opened.push(id)} />)
    await screen.findByText('Fact 0')
    await user.keyboard('jjjk')
    assert.equal(activeIndex(), '1')
    await user.keyboard('{Enter}')
    await user.click(screen.getByRole('button', { name: 'Fact 5' }))
    assert.deepEqual(opened, ['f1', 'f5'])
  }),
)

test(
  'the virtual table scrolls along with the keyboard selection',
  withTestPage(async ({ open, user }) => {
    await open(<Facts onOpen={() => {}} />)
    await screen.findByText('Fact 0')
    Object.defineProperty(frame(), 'scrollHeight', { value: facts.length * 64 })
    await user.keyboard('j'.repeat(25))
    fireEvent.scroll(frame())
    await waitFor(() => assert.equal(activeIndex(), '24'))
  }),
)

test(
  'the virtual table has no keyboard selection if its rows do not open',
  withTestPage(async ({ open, user }) => {
    await open(<Facts />)
    await screen.findByText('Fact 0')
    await user.keyboard('jj')
    assert.equal(activeIndex(), undefined)
  }),
)

test(
  'the virtual table accepts keys on an empty list without an error',
  withTestPage(async ({ open, user }) => {
    await open(<Facts rows={[]} onOpen={() => assert.fail('opened')} />)
    await user.keyboard('jk{Enter}')
    await waitFor(() => assert.equal(drawn().length, 0))
  }),
)

test(
  'the virtual table requests the next page near the end, once',
  withTestPage(async ({ open }) => {
    let loads = 0
    const load = () => {
      loads += 1
    }
    const rows = facts.slice(0, 100)
    await open(<Facts rows={rows} more={{ has: true, loading: false, load }} />)
    await screen.findByText('Fact 0')
    assert.equal(screen.getByRole('table').getAttribute('aria-rowcount'), '-1')
    assert.equal(loads, 0)
    frame().scrollTop = 75 * 64
    fireEvent.scroll(frame())
    await waitFor(() => assert.equal(loads, 1))
    await screen.findByText('Fact 75')
    assert.equal(loads, 1)
    assertAbsent(screen.queryByRole('button', { name: strings.table.more }))
  }),
)

test(
  'the virtual table shows a placeholder while the next page loads',
  withTestPage(async ({ open }) => {
    const more = { has: true, loading: true, load: () => assert.fail('requested again') }
    await open(<Facts rows={facts.slice(0, 5)} more={more} />)
    await screen.findByRole('status', { name: strings.table.loadingMore })
  }),
)

test(
  'the virtual table scrolls to the top when its list is another one',
  withTestPage(async ({ open, user }) => {
    await open(<TwoLists />)
    await screen.findByText('Fact 0')
    frame().scrollTop = 500 * 64
    fireEvent.scroll(frame())
    await screen.findByText('Fact 500')
    await user.click(screen.getByRole('button', { name: 'Other facts' }))
    assert.equal(frame().scrollTop, 0)
  }),
)
