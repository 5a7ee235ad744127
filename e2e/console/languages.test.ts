// Quick run too: one story of this feature.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testInCompleteRun } from '@parley/test-kit'
import { assertFits, openConsole, startConsole } from './console.ts'

/** The console in the languages that it has: by the browser, and by the user's choice. */

const environment = await startConsole()
const { origin } = environment
const headings = { de: 'Personen', es: 'Personas', fr: 'Personnes', en: 'People' }
type Language = keyof typeof headings

test('the console speaks the language of the browser, and the user can choose another', async (t) => {
  const session = await openConsole(t, environment, { locale: 'de-AT' })
  if (!session) return
  const { page, visit, pageErrors } = session
  await visit('/people')
  await page.getByRole('heading', { level: 1, name: headings.de }).waitFor()
  assert.equal(await page.evaluate(`document.documentElement.lang`), 'de')
  await page.getByRole('button', { name: /^Konto/ }).click()
  await page.getByRole('menuitem', { name: 'Français' }).click()
  await page.getByRole('heading', { level: 1, name: headings.fr }).waitFor()
  await page.reload()
  await page.getByRole('heading', { level: 1, name: headings.fr }).waitFor()
  assert.deepEqual(pageErrors, [])
})

testInCompleteRun(
  'a language that the console does not have is English, and the sign-in page offers all',
  async (t) => {
    const session = await openConsole(t, environment, { locale: 'ja-JP' })
    if (!session) return
    const { page, visit } = session
    await visit('/people')
    await page.getByRole('heading', { level: 1, name: headings.en }).waitFor()
    await page.evaluate(`localStorage.removeItem('parley.session')`)
    await page.goto(`${origin}/sign-in`)
    await page.getByLabel('Language').selectOption('Español')
    await page.getByRole('button', { name: 'Iniciar sesión' }).waitFor()
  },
)

const pages = ['', '/people', '/inbox', '/desk', '/appointments', '/campaigns', '/channels', '/playbooks', '/tests']
for (const language of ['de', 'es', 'fr'] as const satisfies Language[]) {
  testInCompleteRun(
    `in ${language} every page fits a phone, is accessible, and formats numbers by the language`,
    async (t) => {
      const session = await openConsole(t, environment, { locale: language, width: 390 })
      if (!session) return
      const { page, visit, assertAccessible, takeScreenshot, pageErrors } = session
      for (const path of pages) {
        await visit(path)
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        await assertFits(page)
        await assertAccessible()
        await takeScreenshot(`languages-${language}${path.replaceAll('/', '-')}`)
      }
      assert.deepEqual(pageErrors, [])
    },
  )
}
