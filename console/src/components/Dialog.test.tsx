import '../../testing/globals.ts'

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Button, TextInput } from '@mantine/core'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { strings } from '#i18n/app.ts'
import { assertAbsent } from '../../testing/elements.ts'
import { type TestPage, withTestPage } from '../../testing/page.tsx'
import { Dialog, SidePanel } from './Dialog.tsx'

const { save } = strings
const findQuestion = () => screen.findByRole('dialog', { name: save.closeTitle })
const findDialog = () => screen.findByRole('dialog', { name: 'Add a rule' })
const isOpen = () => screen.queryByRole('dialog', { name: 'Add a rule' }) !== null
const press = ({ user }: TestPage, name: string) => user.click(screen.getByRole('button', { name }))

type Props = { kind?: typeof Dialog | typeof SidePanel; dirty?: boolean; closeOnEscape?: boolean; saved?: string[] }

/** A page with a button that opens a dialog with a form. */
function Opener({ saved = [], dirty, closeOnEscape, kind: Kind = Dialog }: Props) {
  const [opened, setOpened] = useState(false)
  const [name, setName] = useState('')
  const close = () => setOpened(false)
  return (
    <>
      <Button onClick={() => setOpened(true)}>New rule</Button>
      {opened && (
        <Kind title="Add a rule" onClose={close} dirty={dirty} closeOnEscape={closeOnEscape}>
          <input aria-label="Search" />
          <form
            onSubmit={(event) => {
              event.preventDefault()
              saved.push(name)
              close()
            }}
          >
            <TextInput label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
            <Button type="submit">Create</Button>
          </form>
        </Kind>
      )}
    </>
  )
}

async function openDialog(page: TestPage, element = <Opener />): Promise<void> {
  await page.open(element)
  await press(page, 'New rule')
  await findDialog()
}

async function write({ user }: TestPage, text: string, into = 'Name'): Promise<void> {
  await user.click(screen.getByLabelText(into))
  await user.paste(text)
}

test(
  'a dialog without changes closes at once, by its button and by Escape',
  withTestPage(async (page) => {
    await openDialog(page)
    await press(page, strings.close)
    await waitFor(() => assert.equal(isOpen(), false))
    await press(page, 'New rule')
    await findDialog()
    await page.user.keyboard('{Escape}')
    await waitFor(() => assert.equal(isOpen(), false))
  }),
)

test(
  'a dialog with changes asks before its button closes it',
  withTestPage(async (page) => {
    await openDialog(page)
    await write(page, 'No prices')
    await press(page, strings.close)
    await findQuestion()
    assert.equal(isOpen(), true)
    await press(page, save.close)
    await waitFor(() => assertAbsent(screen.queryByRole('dialog')))
  }),
)

test(
  'a dialog with changes asks before Escape closes it',
  withTestPage(async (page) => {
    await openDialog(page)
    await write(page, 'No prices')
    await page.user.keyboard('{Escape}')
    await findQuestion()
    await press(page, save.close)
    await waitFor(() => assertAbsent(screen.queryByRole('dialog')))
  }),
)

test(
  'a dialog with changes asks before a click outside closes it',
  withTestPage(async (page) => {
    await openDialog(page)
    await write(page, 'No prices')
    await page.user.click(document.querySelector('.mantine-Modal-overlay') as Element)
    await findQuestion()
    await press(page, save.stay)
    assert.equal(isOpen(), true)
  }),
)

test(
  'a dialog keeps the typed text for a user who stays',
  withTestPage(async (page) => {
    await openDialog(page)
    await write(page, 'No prices')
    await press(page, strings.close)
    await findQuestion()
    await press(page, save.stay)
    await waitFor(() => assertAbsent(screen.queryByRole('dialog', { name: save.closeTitle })))
    assert.equal(screen.getByLabelText<HTMLInputElement>('Name').value, 'No prices')
  }),
)

test(
  'a second Escape in a dialog means stay',
  withTestPage(async (page) => {
    await openDialog(page)
    await write(page, 'No prices')
    await page.user.keyboard('{Escape}')
    await findQuestion()
    await page.user.keyboard('{Escape}')
    await waitFor(() => assertAbsent(screen.queryByRole('dialog', { name: save.closeTitle })))
    assert.equal(isOpen(), true)
  }),
)

test(
  'a dialog closes without a question once it is saved',
  withTestPage(async (page) => {
    const saved: string[] = []
    await openDialog(page, <Opener saved={saved} />)
    await write(page, 'No prices')
    await press(page, 'Create')
    await waitFor(() => assertAbsent(screen.queryByRole('dialog')))
    assert.deepEqual(saved, ['No prices'])
  }),
)

test(
  'a dialog saves with Ctrl+S once the user has typed something',
  withTestPage(async (page) => {
    const saved: string[] = []
    await openDialog(page, <Opener saved={saved} />)
    await page.user.click(screen.getByLabelText('Name'))
    await page.user.keyboard('{Control>}s{/Control}')
    assert.deepEqual(saved, [])
    await write(page, 'No prices')
    await page.user.keyboard('{Control>}s{/Control}')
    assert.deepEqual(saved, ['No prices'])
  }),
)

test(
  'a reopened dialog has no unsaved changes',
  withTestPage(async (page) => {
    await openDialog(page)
    await write(page, 'No prices')
    await press(page, strings.close)
    await findQuestion()
    await press(page, save.close)
    await waitFor(() => assertAbsent(screen.queryByRole('dialog')))
    await press(page, 'New rule')
    await findDialog()
    await page.user.keyboard('{Escape}')
    await waitFor(() => assert.equal(isOpen(), false))
  }),
)

test(
  'a search inside a dialog does not count as a change',
  withTestPage(async (page) => {
    await openDialog(page)
    await write(page, 'prices', 'Search')
    await press(page, strings.close)
    await waitFor(() => assert.equal(isOpen(), false))
  }),
)

test(
  'a dialog that receives its change state as a prop uses that state',
  withTestPage(async (page) => {
    await openDialog(page, <Opener dirty={false} />)
    await write(page, 'No prices')
    await press(page, strings.close)
    await waitFor(() => assert.equal(isOpen(), false))
  }),
)

test(
  'a dialog whose prop reports changes asks although the user typed nothing',
  withTestPage(async (page) => {
    await openDialog(page, <Opener dirty />)
    await press(page, strings.close)
    await findQuestion()
    await press(page, save.stay)
  }),
)

test(
  'a dialog that disables Escape stays open',
  withTestPage(async (page) => {
    await openDialog(page, <Opener closeOnEscape={false} />)
    await page.user.keyboard('{Escape}')
    assert.equal(isOpen(), true)
  }),
)

test(
  'a dialog returns the focus to the button that opened it',
  withTestPage(async (page) => {
    await openDialog(page)
    await page.user.keyboard('{Escape}')
    await waitFor(() => assert.equal(document.activeElement?.textContent, 'New rule'))
  }),
)

test(
  'a side panel with changes asks like a dialog',
  withTestPage(async (page) => {
    await openDialog(page, <Opener kind={SidePanel} />)
    await write(page, 'No prices')
    await page.user.keyboard('{Escape}')
    await findQuestion()
    await press(page, save.stay)
    assert.equal(isOpen(), true)
  }),
)
