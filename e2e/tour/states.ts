import type { Page } from 'playwright-core'

export type State = {
  name: string
  /** Starts with `/`, or is a path of the org; `{agent}` stands for the demo agent. */
  path: string
  /** Opens the dialog, panel or menu that the picture shows. */
  open?: (page: Page) => Promise<void>
  /** Changes what the server answers, before the page loads. */
  prepare?: (page: Page) => Promise<void>
}

/** Presses controls one after the other: a button, a menu item or a row, by its name. */
const press =
  (...names: RegExp[]) =>
  async (page: Page): Promise<void> => {
    for (const name of names) {
      const control = page
        .getByRole('button', { name })
        .or(page.getByRole('menuitem', { name }))
        .or(page.getByRole('link', { name }))
        .and(page.locator(':visible'))
        .first()
      await control.click()
    }
    await page.waitForTimeout(400)
  }

const openFirstRow = async (page: Page): Promise<void> => {
  await page.locator('tbody tr[data-opens]').first().click()
  await page.waitForTimeout(400)
}

const answerWith =
  (status: number, urls: RegExp, body: object) =>
  (page: Page): Promise<unknown> =>
    page.route(urls, (route) => route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) }))
const refuse = (urls: RegExp) => (page: Page) =>
  answerWith(500, urls, {
    title: 'Internal Server Error',
    status: 500,
    detail: 'Something failed on the server.',
    requestId: 'req_0123456789',
  })(page).then(() => {})
const empty = (urls: RegExp) => (page: Page) => answerWith(200, urls, { data: [] })(page).then(() => {})

const statesOfAgent: State[] = [
  { name: 'person-new', path: 'people', open: press(/^Add person/) },
  { name: 'people-filter', path: 'people', open: press(/^Add filter|^Filter/) },
  { name: 'people-columns', path: 'people', open: press(/^Columns/) },
  {
    name: 'people-selected',
    path: 'people',
    open: async (page) => page.locator('tbody input[type=checkbox]').nth(1).check(),
  },
  { name: 'people-missing', path: 'people?q=zzzzzz' },
  { name: 'people-empty', path: 'people', prepare: empty(/\/people\?/) },
  { name: 'people-error', path: 'people', prepare: refuse(/\/people\?/) },
  { name: 'segment-new', path: 'segments', open: press(/^New segment/) },
  { name: 'appointment-new', path: 'appointments', open: press(/^Book/) },
  { name: 'appointment-menu', path: 'appointments', open: press(/^Actions for|^More/) },
  { name: 'appointments-empty', path: 'appointments', prepare: empty(/\/appointments\?/) },
  { name: 'inbox-open', path: 'inbox', open: press(/You are booked/) },
  { name: 'inbox-filters', path: 'inbox', open: press(/^Filters/) },
  { name: 'inbox-empty', path: 'inbox', prepare: empty(/\/conversations\?/) },
  { name: 'inbox-error', path: 'inbox', prepare: refuse(/\/conversations\?/) },
  { name: 'logs-open', path: 'inbox/logs', open: openFirstRow },
  { name: 'campaign-new', path: 'campaigns/new' },
  { name: 'campaigns-empty', path: 'campaigns', prepare: empty(/\/campaigns\?/) },
  { name: 'campaigns-error', path: 'campaigns', prepare: refuse(/\/campaigns\?/) },
  { name: 'outreach-new', path: 'outreach', open: press(/^New Outreach/) },
  { name: 'outreach-send', path: 'outreach', open: press(/^Send to one person|^Send/) },
  { name: 'link-new', path: 'outreach/links', open: press(/^New link/) },
  { name: 'rule-new', path: 'outreach/automated', open: press(/^New rule/) },
  { name: 'sequence-new', path: 'outreach/sequences', open: press(/^New sequence/) },
  { name: 'fact-new', path: 'knowledge/facts', open: press(/^Add Fact/i) },
  { name: 'fact-open', path: 'knowledge/facts', open: openFirstRow },
  { name: 'thing-new', path: 'knowledge', open: press(/^(Add|New) Thing/i) },
  { name: 'collection-new', path: 'knowledge/collections', open: press(/^(Add|New) Collection/i) },
  { name: 'source-new', path: 'knowledge/sources', open: press(/^Add source/i) },
  { name: 'knowledge-import', path: 'knowledge/import' },
  { name: 'playbook-flow', path: 'playbooks/book-an-appointment?tab=flow' },
  {
    name: 'playbook-step',
    path: 'playbooks/book-an-appointment?tab=flow',
    open: async (page) => page.locator('.react-flow__node').nth(1).click(),
  },
  { name: 'playbook-generate', path: 'playbooks/book-an-appointment?tab=flow', open: press(/^Generate/) },
  { name: 'test-generate', path: 'tests', open: press(/^More/, /^Generate from a description/) },
  { name: 'test-record', path: 'tests', open: press(/^More/, /^Record conversation/) },
  { name: 'simulation-new', path: 'tests/simulations', open: press(/^New simulation|^Simulate|^Start/) },
  { name: 'persona-new', path: 'emulator', open: press(/^New persona|^Add persona/) },
  { name: 'draft-new', path: 'versions', open: press(/^New draft/) },
  { name: 'channel-twilio', path: 'channels/add?channel=sms&provider=twilio' },
  { name: 'scheduling-errors', path: 'setup/gateway', open: press(/^Save/) },
  { name: 'desk-settings', path: 'desk/settings' },
  { name: 'desk-replies', path: 'desk/replies' },
  { name: 'not-found', path: 'nothing-here' },
  { name: 'person-not-found', path: 'people/per_nobody' },
]
const agentStates = statesOfAgent.map((state) => ({ ...state, path: `{agent}/${state.path}` }))

const orgStates: State[] = [
  { name: 'home-empty', path: '', prepare: empty(/\/agents-overview/) },
  { name: 'home-error', path: '', prepare: refuse(/\/agents-overview/) },
  { name: 'palette', path: '', open: press(/^Search/) },
  { name: 'user-menu', path: '', open: press(/^Account|menu of|^Your account/i) },
  {
    name: 'navigation',
    path: '{agent}/inbox',
    open: async (page) => {
      if ((page.viewportSize()?.width ?? 0) < 700) await press(/^Open (the )?(menu|navigation)/i)(page)
    },
  },
  { name: 'shortcuts', path: '', open: async (page) => page.keyboard.press('?') },
  { name: 'invite', path: 'settings/members', open: press(/^Invite/) },
  { name: 'member-menu', path: 'settings/members', open: press(/^Actions for/) },
  { name: 'key-new', path: 'settings/api-keys', open: press(/^(New|Create)( API)? key/i) },
  { name: 'webhook-new', path: 'settings/webhooks', open: press(/^(New|Add|Create) webhook/i) },
  { name: 'webhooks-empty', path: 'settings/webhooks', prepare: empty(/\/webhooks/) },
  { name: 'model-new', path: 'settings/models', open: press(/^Add model/) },
  { name: 'factor-new', path: 'settings/account', open: press(/^Set up/) },
  { name: 'confirm', path: '{agent}/edit/danger', open: press(/^Delete/) },
  { name: 'lab', path: '/lab' },
  { name: 'sign-in', path: '/sign-in' },
]

export const states: readonly State[] = [...agentStates, ...orgStates].map((state) => ({
  ...state,
  name: `state-${state.name}`,
}))
