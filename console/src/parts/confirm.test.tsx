import '../../testing/globals.ts'

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { screen, waitFor } from '@testing-library/react'
import { words } from '#words/app.ts'
import { assertAbsent } from '../../testing/elements.ts'
import { onPage } from '../../testing/page.tsx'
import { confirm } from './confirm.tsx'

const findQuestion = (name: string) => screen.findByRole('dialog', { name })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const focused = () => document.activeElement?.textContent

test(
  'a question is answered by its buttons',
  onPage(async ({ open, user }) => {
    await open(<p>The page</p>)
    for (const [name, answer] of [
      [words.confirm.ok, true],
      [words.confirm.cancel, false],
    ] as const) {
      const asked = confirm({ title: 'Start it?', text: 'It sends to everyone.' })
      await findQuestion('Start it?')
      await user.click(button(name))
      assert.equal(await asked, answer)
      await waitFor(() => assertAbsent(screen.queryByRole('dialog')))
    }
  }),
)

test(
  'a question starts on the button that does no harm',
  onPage(async ({ open, user }) => {
    await open(<p>The page</p>)
    const start = confirm({ title: 'Start it?', text: 'It sends to everyone.', ok: 'Start' })
    await findQuestion('Start it?')
    await waitFor(() => assert.equal(focused(), 'Start'))
    await user.keyboard('{Enter}')
    assert.equal(await start, true)
    await waitFor(() => assertAbsent(screen.queryByRole('dialog')))
    const erase = confirm({ title: 'Erase it?', text: 'It is gone for good.', ok: 'Erase', danger: true })
    await findQuestion('Erase it?')
    await waitFor(() => assert.equal(focused(), words.confirm.cancel))
    await user.keyboard('{Enter}')
    assert.equal(await erase, false)
  }),
)

test(
  'a question that wants a phrase goes on only once it is typed',
  onPage(async ({ open, user }) => {
    await open(<p>The page</p>)
    const asked = confirm({ title: 'Erase it?', text: 'It is gone for good.', ok: 'Erase', phrase: 'Acme' })
    await findQuestion('Erase it?')
    assert.equal(button('Erase').disabled, true)
    await user.type(screen.getByLabelText(words.confirm.type('Acme')), 'Acm')
    await user.keyboard('{Enter}')
    assert.equal(button('Erase').disabled, true)
    await user.type(screen.getByLabelText(words.confirm.type('Acme')), 'e ')
    await user.click(button('Erase'))
    assert.equal(await asked, true)
  }),
)

test(
  'a question that another one replaces is answered with no',
  onPage(async ({ open, user }) => {
    await open(<p>The page</p>)
    const first = confirm({ title: 'First?', text: 'One' })
    await findQuestion('First?')
    const second = confirm({ title: 'Second?', text: 'Two' })
    await findQuestion('Second?')
    await user.click(button(words.confirm.ok))
    assert.deepEqual(await Promise.all([first, second]), [false, true])
  }),
)
