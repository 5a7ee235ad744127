import '../../testing/globals.ts'

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Button } from '@mantine/core'
import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { strings } from '#i18n/app.ts'
import { assertAbsent } from '../../testing/elements.ts'
import { type TestPage, withTestPage } from '../../testing/page.tsx'
import { type DataColumn, DataTable } from './DataTable.tsx'

type Person = { id: string; name: string; city: string }
const ada: Person = { id: 'p1', name: 'Ada', city: 'London' }
const grace: Person = { id: 'p2', name: 'Grace', city: 'New York' }
const joan: Person = { id: 'p3', name: 'Joan', city: 'Paris' }

const columns: DataColumn<Person>[] = [
  { id: 'name', label: 'Name', sort: 'name', cell: ({ name }) => name },
  { id: 'city', label: 'City', cell: ({ city }) => city },
]

type Props = Partial<Parameters<typeof DataTable<Person>>[0]>

function People(props: Props) {
  return (
    <DataTable
      label="People"
      columns={columns}
      rows={[ada, grace, joan]}
      rowId={rowId}
      rowName={rowName}
      empty={<p>No people yet</p>}
      {...props}
    />
  )
}

/** Holds the selection as pages do. */
function Selectable(props: Props) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  return (
    <>
      <People selected={selected} onSelect={setSelected} onOpen={() => assert.fail('opened')} {...props} />
      <output>{[...selected].join(' ')}</output>
    </>
  )
}

/** Holds the sort order as pages do, and logs each request. */
function Sorted({ requestedSorts }: { requestedSorts: string[] }) {
  const [sort, setSort] = useState<string>()
  const onSort = (next: string) => {
    requestedSorts.push(next)
    setSort(next)
  }
  return <People sort={sort} onSort={onSort} />
}

/** Has one row, and loads two more on request. */
function Growing() {
  const [rows, setRows] = useState([ada])
  const more = { has: rows.length < 3, loading: false, load: () => setRows([...rows, grace, joan]) }
  return <People rows={rows} more={more} />
}

const rowId = ({ id }: Person) => id
const rowName = ({ name }: Person) => name
const logName = (log: string[], name: string) => {
  log.push(name)
  return name
}

const bodyRows = () => screen.getAllByRole('row').slice(1)
const heading = (name: string) => screen.getByRole('columnheader', { name })
const checkbox = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const selection = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join('')
const activeRow = () => bodyRows().findIndex((row) => row.dataset.active === 'true')
const openLog = () => {
  const opened: string[] = []
  return { opened, onOpen: ({ name }: Person) => void opened.push(name) }
}

test(
  'the table has a row for each entry, below the headings',
  withTestPage(async ({ open }) => {
    await open(<People />)
    const table = screen.getByRole('table', { name: 'People' })
    assert.deepEqual(
      within(table)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent),
      ['Name', 'City'],
    )
    assert.deepEqual(
      bodyRows().map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      ),
      [
        ['Ada', 'London'],
        ['Grace', 'New York'],
        ['Joan', 'Paris'],
      ],
    )
  }),
)

test(
  'the table shows placeholders while it waits for its rows',
  withTestPage(async ({ open }) => {
    await open(<People rows={undefined} />)
    assert.equal(bodyRows().length, 6)
    assert.equal(document.querySelectorAll('.mantine-Skeleton-root').length, 6)
    assertAbsent(screen.queryByText('No people yet'))
  }),
)

test(
  'the table shows the empty state of a list without entries',
  withTestPage(async ({ open }) => {
    await open(<People rows={[]} />)
    screen.getByText('No people yet')
    assertAbsent(screen.queryByRole('table'))
  }),
)

test(
  'a click on a heading sorts by it, and a second click reverses the order',
  withTestPage(async ({ open, user }) => {
    const requestedSorts: string[] = []
    await open(<Sorted requestedSorts={requestedSorts} />)
    const directions = [heading('Name').getAttribute('aria-sort')]
    for (let clicks = 0; clicks < 3; clicks++) {
      await user.click(screen.getByRole('button', { name: 'Name' }))
      directions.push(heading('Name').getAttribute('aria-sort'))
    }
    assert.deepEqual(requestedSorts, ['name', '-name', 'name'])
    assert.deepEqual(directions, ['none', 'ascending', 'descending', 'ascending'])
  }),
)

test(
  'the table offers no sorting for a heading that the server cannot sort by',
  withTestPage(async ({ open }) => {
    await open(<People sort="name" onSort={() => {}} />)
    assertAbsent(within(heading('City')).queryByRole('button'))
    assert.equal(heading('City').getAttribute('aria-sort'), null)
  }),
)

test(
  'the table can be sorted from the keyboard',
  withTestPage(async ({ open, user }) => {
    const requestedSorts: string[] = []
    await open(<People onSort={(sort) => requestedSorts.push(sort)} />)
    screen.getByRole('button', { name: 'Name' }).focus()
    await user.keyboard('{Enter}')
    assert.deepEqual(requestedSorts, ['name'])
  }),
)

test(
  'the table selects and deselects single rows, and does not open them',
  withTestPage(async ({ open, user }) => {
    await open(<Selectable />)
    await user.click(checkbox(strings.table.select('Ada')))
    await user.click(checkbox(strings.table.select('Joan')))
    assert.equal(selection(), 'p1 p3')
    assert.equal(checkbox(strings.table.selectAll).indeterminate, true)
    await user.click(checkbox(strings.table.select('Ada')))
    assert.equal(selection(), 'p3')
  }),
)

test(
  'the table selects all visible rows, and none the second time',
  withTestPage(async ({ open, user }) => {
    await open(<Selectable />)
    await user.click(checkbox(strings.table.selectAll))
    assert.equal(selection(), 'p1 p2 p3')
    assert.equal(checkbox(strings.table.selectAll).checked, true)
    assert.equal(checkbox(strings.table.select('Grace')).checked, true)
    await user.click(checkbox(strings.table.selectAll))
    assert.equal(selection(), '')
  }),
)

test(
  'the table selects with the space bar',
  withTestPage(async ({ open, user }) => {
    await open(<Selectable />)
    checkbox(strings.table.select('Grace')).focus()
    await user.keyboard(' ')
    assert.equal(selection(), 'p2')
  }),
)

test(
  'the table has no checkboxes where nothing can be selected',
  withTestPage(async ({ open }) => {
    await open(<People />)
    assertAbsent(screen.queryByRole('checkbox'))
  }),
)

test(
  'a click anywhere on a row opens it, and its first cell opens it once',
  withTestPage(async ({ open, user }) => {
    const { opened, onOpen } = openLog()
    await open(<People onOpen={onOpen} />)
    await user.click(screen.getByText('New York'))
    await user.click(screen.getByRole('button', { name: 'Ada' }))
    assert.deepEqual(opened, ['Grace', 'Ada'])
  }),
)

test(
  'a click on a control of a row, or in a dialog that a cell renders, does not open the row',
  withTestPage(async ({ open, user }) => {
    let clicks = 0
    const count = () => {
      clicks += 1
    }
    const actions: DataColumn<Person> = {
      id: 'actions',
      label: 'Actions',
      cell: ({ name }) => (
        <>
          <Button onClick={count}>{`Call ${name}`}</Button>
          {createPortal(<p>{`Dialog of ${name}`}</p>, document.body)}
        </>
      ),
    }
    await open(<People columns={[...columns, actions]} onOpen={() => assert.fail('opened')} />)
    await user.click(screen.getByRole('button', { name: 'Call Grace' }))
    await user.click(screen.getByText('Dialog of Grace'))
    assert.equal(clicks, 1)
  }),
)

const linkOf = ({ id }: Person) => ({ to: `/people/${id}` }) as never

test(
  'the table links the first cell to the page of a row',
  withTestPage(async (page: TestPage) => {
    await page.open(<People linkOf={linkOf} />)
    assert.equal(screen.getByRole('link', { name: 'Grace' }).getAttribute('href'), '/people/p2')
    await page.user.click(screen.getByRole('link', { name: 'Grace' }))
    await waitFor(() => assert.equal(page.path(), '/people/p2'))
  }),
)

test(
  'the table leaves a click with a modifier key on a link to the browser',
  withTestPage(async ({ open, path }) => {
    await open(<People linkOf={linkOf} />)
    const click = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true })
    screen.getByRole('link', { name: 'Grace' }).dispatchEvent(click)
    assert.equal(click.defaultPrevented, false)
    assert.equal(path(), '/agent')
  }),
)

test(
  'a link with a ready address opens its row by the function of the page',
  withTestPage(async ({ open, user }) => {
    const { opened, onOpen } = openLog()
    await open(<People hrefOf={({ id }) => `/people/${id}`} onOpen={onOpen} />)
    assert.equal(screen.getByRole('link', { name: 'Ada' }).getAttribute('href'), '/people/p1')
    await user.click(screen.getByRole('link', { name: 'Ada' }))
    assert.deepEqual(opened, ['Ada'])
  }),
)

test(
  'a click anywhere on a row goes to its page',
  withTestPage(async (page: TestPage) => {
    await page.open(<People linkOf={linkOf} />)
    await page.user.click(screen.getByText('Paris'))
    await waitFor(() => assert.equal(page.path(), '/people/p3'))
  }),
)

test(
  'a click does nothing in a table whose rows have no page',
  withTestPage(async ({ open, user, path }) => {
    await open(<People />)
    await user.click(screen.getByText('Paris'))
    await user.keyboard('jj{Enter}')
    assert.equal(activeRow(), -1)
    assert.equal(path(), '/agent')
  }),
)

test(
  'J and K move through the table, and Enter opens a row',
  withTestPage(async ({ open, user }) => {
    const { opened, onOpen } = openLog()
    await open(<People onOpen={onOpen} />)
    await user.keyboard('{Enter}')
    assert.deepEqual(opened, [])
    const seen: number[] = []
    for (const key of 'jjjjkkkk') {
      await user.keyboard(key)
      seen.push(activeRow())
    }
    assert.deepEqual(seen, [0, 1, 2, 2, 1, 0, 0, 0])
    await user.keyboard('j{Enter}')
    assert.deepEqual(opened, ['Grace'])
  }),
)

test(
  'the table loads more on request, and only if there is more',
  withTestPage(async ({ open, user }) => {
    await open(<Growing />)
    await user.click(screen.getByRole('button', { name: strings.table.more }))
    assert.equal(bodyRows().length, 3)
    assertAbsent(screen.queryByRole('button', { name: strings.table.more }))
  }),
)

test(
  'the table does not request more while more is loading',
  withTestPage(async ({ open, user }) => {
    await open(<People more={{ has: true, loading: true, load: () => assert.fail('asked again') }} />)
    const more = screen.getByRole<HTMLButtonElement>('button', { name: strings.table.more })
    await user.click(more)
    assert.equal(more.disabled, true)
  }),
)

test(
  'the table shows headings of rows, and totals below its columns',
  withTestPage(async ({ open }) => {
    const summed: DataColumn<Person>[] = [
      { id: 'name', label: 'Name', rowHeader: true, total: 'Sum', cell: ({ name }) => name },
      { id: 'letters', label: 'Letters', align: 'right', total: 12, cell: ({ name }) => name.length },
    ]
    await open(<People columns={summed} />)
    assert.deepEqual(
      screen.getAllByRole('rowheader').map(({ textContent }) => textContent),
      ['Ada', 'Grace', 'Joan'],
    )
    assert.equal(screen.getAllByRole('row').at(-1)?.textContent, 'Sum12')
  }),
)

test(
  'a row is not rendered again when only another row changes',
  withTestPage(async ({ open, user }) => {
    const rendered: string[] = []
    const logged: DataColumn<Person>[] = [{ id: 'name', label: 'Name', cell: ({ name }) => logName(rendered, name) }]
    await open(<Selectable columns={logged} />)
    rendered.length = 0
    await user.click(checkbox(strings.table.select('Grace')))
    assert.equal(checkbox(strings.table.select('Grace')).checked, true)
    assert.deepEqual(rendered, ['Grace'])
  }),
)
