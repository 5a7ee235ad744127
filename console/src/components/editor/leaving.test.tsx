import '../../../testing/globals.ts'

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { screen, waitFor } from '@testing-library/react'
import { strings } from '#i18n/app.ts'
import { jsonResponse, problemResponse } from '../../../testing/api.ts'
import { assertAbsent, assertPresent } from '../../../testing/elements.ts'
import { type TestPage, withTestPage } from '../../../testing/page.tsx'
import { changeAndSave, findField, openSample, replaceText, unsavedBar } from '../../../testing/SampleEditor.tsx'
import { confirmLeave } from './useUnsavedGuard.tsx'

const { save } = strings
const findQuestion = () => screen.findByRole('dialog', { name: save.leaveTitle })
const findOtherPage = () => screen.findByRole('heading', { name: 'Another page' })
const press = ({ user }: TestPage, name: string) => user.click(screen.getByRole('button', { name }))

/** Whether the browser would prompt before it closes the page. */
function browserAsks(): boolean {
  const closing = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(closing)
  return closing.defaultPrevented
}

async function openChanged(page: TestPage): Promise<HTMLInputElement> {
  const name = await openSample(page)
  await replaceText(page, /^Name/, 'Grace')
  return name
}

test(
  'the user leaves a page without changes without a question',
  withTestPage(async (page) => {
    await openSample(page)
    page.go('/elsewhere')
    await findOtherPage()
    assertAbsent(screen.queryByRole('dialog'))
  }),
)

test(
  'a page with changes asks before the user leaves it',
  withTestPage(async (page) => {
    await openChanged(page)
    page.go('/elsewhere')
    await findQuestion()
    assert.equal(page.path(), '/agent')
    await press(page, save.leave)
    await findOtherPage()
    assert.equal(page.path(), '/elsewhere')
    assert.equal(page.api.sent('PUT /sample').length, 0)
  }),
)

test(
  'a page with changes keeps them for a user who stays',
  withTestPage(async (page) => {
    const name = await openChanged(page)
    page.go('/elsewhere')
    await findQuestion()
    assert.equal(document.activeElement?.textContent, save.stay)
    await press(page, save.stay)
    await waitFor(() => assertAbsent(screen.queryByRole('dialog')))
    assert.equal(page.path(), '/agent')
    assert.equal(name.value, 'Grace')
    assertPresent(unsavedBar())
  }),
)

test(
  'Escape in the question of a page with changes means stay',
  withTestPage(async (page) => {
    const name = await openChanged(page)
    page.go('/elsewhere')
    await findQuestion()
    await page.user.keyboard('{Escape}')
    await waitFor(() => assertAbsent(screen.queryByRole('dialog')))
    assert.equal(page.path(), '/agent')
    assert.equal(name.value, 'Grace')
  }),
)

test(
  'a page with changes asks when the user presses Back',
  withTestPage(async (page) => {
    await openSample(page)
    page.go('/elsewhere')
    await findOtherPage()
    page.go('/agent')
    await findField(/^Name/)
    await replaceText(page, /^Name/, 'Grace')
    window.history.back()
    await findQuestion()
    await press(page, save.stay)
    await waitFor(() => assertAbsent(screen.queryByRole('dialog')))
    assert.equal(page.path(), '/agent')
    assert.equal((await findField(/^Name/)).value, 'Grace')
    window.history.back()
    await findQuestion()
    await press(page, save.leave)
    await findOtherPage()
  }),
)

test(
  'a page with changes does not ask when only its search parameters change',
  withTestPage(async (page) => {
    const name = await openChanged(page)
    page.go('/agent?at=name')
    await waitFor(() => assert.equal(location.search, '?at=name'))
    assertAbsent(screen.queryByRole('dialog'))
    assert.equal(name.value, 'Grace')
  }),
)

test(
  'the browser asks before it closes a page with changes, and not for a clean page',
  withTestPage(async (page) => {
    await openSample(page)
    assert.equal(browserAsks(), false)
    await replaceText(page, /^Name/, 'Grace')
    assert.equal(browserAsks(), true)
    await press(page, save.discard)
    await waitFor(() => assert.equal(browserAsks(), false))
  }),
)

test(
  'the user leaves a page with saved changes without a question',
  withTestPage(async (page) => {
    await openSample(page)
    page.api.answer('PUT /sample', ({ body }) => jsonResponse(body, '"v2"'))
    await changeAndSave(page, 'Grace')
    await waitFor(() => assertAbsent(unsavedBar()))
    page.go('/elsewhere')
    await findOtherPage()
  }),
)

test(
  'a page with a refused save still asks before the user leaves it',
  withTestPage(async (page) => {
    await openSample(page)
    page.api.answer(
      'PUT /sample',
      problemResponse(422, 'request.invalid', { errors: [{ field: 'name', message: 'is taken' }] }),
    )
    await changeAndSave(page, 'Grace')
    await screen.findByRole('alert')
    page.go('/elsewhere')
    await findQuestion()
    await press(page, save.stay)
  }),
)

test(
  'signing out and switching the org receive whether unsaved changes may be lost',
  withTestPage(async (page) => {
    await openSample(page)
    assert.equal(await confirmLeave(), true)
    await replaceText(page, /^Name/, 'Grace')
    for (const [answer, may] of [
      [save.stay, false],
      [save.leave, true],
    ] as const) {
      const confirmation = confirmLeave()
      await findQuestion()
      await press(page, answer)
      assert.equal(await confirmation, may)
    }
  }),
)
