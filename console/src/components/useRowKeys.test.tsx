import '../../testing/globals.ts'

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { withTestPage } from '../../testing/page.tsx'
import { useRowKeys } from './useRowKeys.ts'

type Props = { count: number; moves?: number[]; opened?: number[] }

/** A list that logs each move and each row that opens. */
function Rows({ count, moves = [], opened }: Props) {
  const [active, setActive] = useState(-1)
  const onMove = (at: number) => {
    moves.push(at)
    setActive(at)
  }
  useRowKeys({ count, active, onMove, onOpen: opened && ((at) => opened.push(at)) })
  return <output>{active}</output>
}

const active = () => Number(screen.getByRole('status').textContent)

test(
  'J moves to the next row and K to the previous one, within the list',
  withTestPage(async ({ open, user }) => {
    const moves: number[] = []
    await open(<Rows count={3} moves={moves} />)
    await user.keyboard('jjjjkkkk')
    assert.deepEqual(moves, [0, 1, 2, 2, 1, 0, 0, 0])
    assert.equal(active(), 0)
  }),
)

test(
  'the first K goes to the first row',
  withTestPage(async ({ open, user }) => {
    await open(<Rows count={3} />)
    await user.keyboard('k')
    assert.equal(active(), 0)
  }),
)

test(
  'two keys before the next render move by two rows',
  withTestPage(async ({ open }) => {
    const moves: number[] = []
    await open(<Rows count={3} moves={moves} />)
    for (const key of ['j', 'j']) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    assert.deepEqual(moves, [0, 1])
  }),
)

test(
  'Enter opens the current row, and nothing before the first move',
  withTestPage(async ({ open, user }) => {
    const opened: number[] = []
    await open(<Rows count={3} opened={opened} />)
    await user.keyboard('{Enter}')
    assert.deepEqual(opened, [])
    await user.keyboard('jj{Enter}')
    assert.deepEqual(opened, [1])
  }),
)

test(
  'the keys do nothing in an empty list',
  withTestPage(async ({ open, user }) => {
    const moves: number[] = []
    await open(<Rows count={0} moves={moves} opened={moves} />)
    await user.keyboard('jk{Enter}')
    assert.deepEqual(moves, [])
  }),
)

test(
  'Enter does nothing in a list whose rows do not open',
  withTestPage(async ({ open, user }) => {
    await open(<Rows count={2} />)
    await user.keyboard('j{Enter}')
    assert.equal(active(), 0)
  }),
)

test(
  'the keys belong to a field while the user types in it',
  withTestPage(async ({ open, user }) => {
    const opened: number[] = []
    await open(
      <>
        <input aria-label="Search" />
        <textarea aria-label="Notes" />
        <Rows count={3} opened={opened} />
      </>,
    )
    await user.type(screen.getByLabelText('Search'), 'jj{Enter}')
    await user.type(screen.getByLabelText('Notes'), 'jj{Enter}')
    assert.equal(active(), -1)
    assert.deepEqual(opened, [])
  }),
)

test(
  'Enter on a button or a link presses it and opens no row',
  withTestPage(async ({ open, user }) => {
    const opened: number[] = []
    await open(
      <>
        <button type="button">Export</button>
        <a href="#help">Help</a>
        <Rows count={3} opened={opened} />
      </>,
    )
    for (const control of [screen.getByRole('button'), screen.getByRole('link')]) {
      control.focus()
      await user.keyboard('j{Enter}')
    }
    assert.equal(active(), 1)
    assert.deepEqual(opened, [])
  }),
)

test(
  'the list leaves key combinations to the browser',
  withTestPage(async ({ open, user }) => {
    await open(<Rows count={3} />)
    await user.keyboard('{Control>}j{/Control}{Meta>}j{/Meta}{Alt>}j{/Alt}')
    assert.equal(active(), -1)
  }),
)

test(
  'the list leaves the keys to an open dialog',
  withTestPage(async ({ open, user }) => {
    await open(
      <>
        <Rows count={3} />
        <div role="dialog" aria-label="A dialog" />
      </>,
    )
    await user.keyboard('jj{Enter}')
    assert.equal(active(), -1)
  }),
)
