// Own process: webchat-page.ts opens its servers once for each process.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Part } from '@parley/amf'
import {
  beginChat,
  bench,
  buildPagePath,
  buildPictureUrl,
  createSceneList,
  createText,
  delivered,
  gatewayOrigin,
  hostOrigin,
  launcher,
  log,
  openPage,
  openTab,
  playScenes,
  receivedContents,
  sendParts,
  sendRendered,
  shoot,
  socketOrigin,
  visibleTexts,
  waitForValue,
  withReplies,
  writeMessage,
} from './webchat-page.ts'

bench.definition.identity = { brandColor: '#0a5c46', smallLogoUrl: buildPictureUrl(170) }
bench.definition.facts = ['When are you open?', 'Do you rent boats by the hour?', 'May I bring my dog?'].map(
  (question) => ({ id: question, question, answer: 'Yes.' }),
)

const { scenes, scene } = createSceneList()

const pizzas: Part = {
  type: 'showcase',
  intentId: 'pizza',
  prompt: 'Which one would you like?',
  items: [
    { title: 'Margherita', description: 'Tomato, mozzarella, basil', hue: 10, amount: '9.50' },
    { title: 'Marinara', description: 'Tomato, garlic, oregano. Without cheese.', hue: 30, amount: '8.00' },
    { title: 'Quattro stagioni', description: 'Ham, mushrooms, artichokes, olives', hue: 90, amount: '12.00' },
  ].map(({ title, description, hue, amount }) => ({
    id: title.toLowerCase().replace(' ', '-'),
    title,
    description,
    mediaUrl: buildPictureUrl(hue),
    price: { amount, currency: 'EUR' },
    chips: [{ kind: 'url', label: 'Ingredients', url: `${hostOrigin}/?pizza` }],
  })),
}
const startingAt = (iso: string) => ({ id: iso, start: { iso, tz: 'Europe/Berlin' } })
const times: Part = {
  type: 'ask.time',
  intentId: 'when',
  prompt: 'When would you like to sail?',
  durationMinutes: 60,
  slots: ['04T10:00', '04T11:30', '04T14:00', '04T16:30', '05T10:00', '05T12:15']
    .map((at) => `2027-03-${at}:00+01:00`)
    .map(startingAt),
}
const extras: Part = {
  type: 'ask.choice',
  intentId: 'extras',
  prompt: 'What else?',
  multiple: true,
  options: ['Life vests', 'Picnic basket', 'Skipper'].map((label) => ({ id: label, label, description: 'By the day' })),
}
const pier: Part = {
  type: 'media',
  url: buildPictureUrl(200),
  mediaType: 'image/png',
  alt: 'The pier',
  caption: 'In the evening',
}

scene('the empty chat greets with logo and starters, and a starter begins the chat', async (browser) => {
  const { page, errors, visitor } = await openTab(browser)
  const logo = launcher(page).locator('img')
  assert.equal(await logo.getAttribute('src'), buildPictureUrl(170))
  await shoot(page, 'launcher')
  await launcher(page).click()
  await page.getByText('Hello! How can we help?').waitFor()
  const starters = page.getByRole('group', { name: 'Suggested questions' }).getByRole('button')
  assert.deepEqual(
    await starters.allTextContents(),
    bench.definition.facts.map(({ question }) => question),
  )
  await shoot(page, 'greeting')
  await starters.nth(1).click()
  await delivered(page).waitFor()
  assert.deepEqual(receivedContents(await visitor()), [{ type: 'text', text: 'Do you rent boats by the hour?' }])
  await starters.first().waitFor({ state: 'detached' })
  assert.deepEqual(errors, [])
})

scene('a chosen card is named in the chat, also after a reload', async (browser) => {
  const { page, errors, address } = await beginChat(browser, openPage)
  await sendParts(address, 'cards_1', pizzas)
  const card = page.getByRole('group', { name: 'Margherita' })
  await card.getByRole('button', { name: 'Select' }).waitFor()
  await shoot(page, 'cards')
  await card.getByRole('button', { name: 'Select' }).click()
  const expected = ['Hello', 'Which one would you like?', 'Margherita']
  await delivered(page).waitFor()
  assert.deepEqual(await visibleTexts(page), expected)
  assert.deepEqual(receivedContents(address)[1], { type: 'tap', postback: 'amf|cards_1|0', label: 'Margherita' })
  const popup = page.waitForEvent('popup')
  await card.getByRole('link', { name: 'Ingredients' }).click()
  assert.equal((await popup).url(), `${hostOrigin}/?pizza`)
  await waitForValue(
    () => receivedContents(address),
    (all) => all.length === 3,
  )
  await page.reload()
  await delivered(page).waitFor()
  assert.deepEqual(await visibleTexts(page), expected)
  assert.deepEqual(errors, [])
})

scene('times show each day once, and lists, media and chips are shown and tapped', async (browser) => {
  const { page, errors, address } = await beginChat(browser, openPage)
  await sendParts(address, 'times_1', times)
  const thursday = page.getByRole('group', { name: 'Thursday, March 4' })
  await thursday.waitFor()
  await shoot(page, 'times')
  const labels = (await page.getByRole('group', { name: 'Times' }).textContent()) ?? ''
  assert.equal(labels.match(/Thursday|Thu\b|Mar\b|March 4/g)?.length, 2, labels)
  assert.deepEqual(await thursday.getByRole('button').allTextContents(), ['10:00 AM', '11:30 AM', '2:00 PM', '4:30 PM'])
  await thursday.getByRole('button', { name: '2:00 PM' }).click()
  await log(page).getByText('Thu, Mar 4, 2:00 PM', { exact: true }).waitFor()

  await sendParts(address, 'list_1', pier, extras)
  await page.getByRole('img', { name: 'The pier' }).waitFor()
  await shoot(page, 'media')
  await page.getByRole('checkbox', { name: 'Life vests' }).check()
  await page.getByRole('checkbox', { name: 'Skipper' }).check()
  await page.getByRole('button', { name: 'Done' }).click()
  await log(page).getByText('Life vests, Skipper').waitFor()
  await sendRendered(address, 'chips_1', {
    ...withReplies('Shall we **book** it? Read [the terms](https://example.com/terms).', 'Yes', 'No'),
    chips: [
      { kind: 'reply', label: 'Yes' },
      { kind: 'reply', label: 'No' },
      { kind: 'dial', label: 'Call us', phone: '+1 202 555 0166' },
    ],
  })
  await page.getByRole('button', { name: 'Yes' }).waitFor()
  await shoot(page, 'list')
  await page.getByRole('button', { name: 'Yes' }).click()
  await page.getByRole('button', { name: 'Yes' }).waitFor({ state: 'hidden' })
  assert.equal(await page.getByRole('link', { name: 'Call us' }).getAttribute('href'), 'tel:+12025550166')
  const taps = await waitForValue(
    () => receivedContents(address).slice(1),
    (all) => all.length === 3,
  )
  assert.deepEqual(taps, [
    { type: 'tap', postback: 'amf|times_1|2', label: 'Thu, Mar 4, 2:00 PM', picked: true },
    { type: 'tap', postback: 'amf|list_1|0', label: 'Life vests, Skipper', picked: true, also: ['amf|list_1|2'] },
    { type: 'tap', postback: 'amf|chips_1|0', label: 'Yes' },
  ])
  assert.deepEqual(errors, [])
})

scene('the last message shows Delivered, and Read once the agent types or answers', async (browser) => {
  const { page, address } = await beginChat(browser, openPage)
  const states = () => log(page).locator('.state:visible').allTextContents()
  assert.deepEqual(await states(), ['Delivered'])
  const typing = page.getByRole('status').filter({ hasText: 'Harbour is typing' })
  await waitForValue(async () => {
    await bench.signal(address, 'typing')
    return typing.isVisible()
  }, Boolean)
  await shoot(page, 'typing')
  assert.deepEqual(await states(), ['Read'])
  await writeMessage(page, 'Are you there?')
  await waitForValue(states, ([state]) => state === 'Delivered')
  await sendParts(address, 'read_1', createText('Yes, I am.'))
  await waitForValue(states, ([state]) => state === 'Read')
  await typing.waitFor({ state: 'hidden' })
  assert.deepEqual(await states(), ['Read'], 'only the last message has a state')
})

/** The contrast of every visible text of the chat with its background, computed from what the browser draws. */
const leastContrast = `(() => {
  const parse = (color) => color.match(/[\\d.]+/g).map(Number)
  const luminance = (color) => {
    const [r, g, b] = color.map((v) => (v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const backgroundOf = (node) => {
    for (let each = node; each; each = each.parentElement) {
      const color = parse(getComputedStyle(each).backgroundColor)
      if (color[3] !== 0) return color.slice(0, 3)
    }
    return [255, 255, 255]
  }
  const root = document.querySelector('parley-webchat').shadowRoot
  const texts = [...root.querySelectorAll('*')].filter((node) => [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim()) && node.checkVisibility())
  return texts.map((node) => {
    const [one, other] = [luminance(parse(getComputedStyle(node).color).slice(0, 3)), luminance(backgroundOf(node))]
    return { text: node.textContent, ratio: (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05) }
  }).sort((a, b) => a.ratio - b.ratio)[0]
})()`

for (const colorScheme of ['light', 'dark'] as const) {
  scene(`text is legible on any brand color where the page is ${colorScheme}`, async (browser) => {
    for (const color of ['#ffd400', '#ffffff', '#e4572e', '#777777', '#0a5c46', '#000']) {
      const attributes = `data-open data-color="${color}"`
      const path = buildPagePath({ attributes, scheme: 'light dark' })
      const { page, address } = await beginChat(browser, path, { colorScheme })
      await sendRendered(
        address,
        `color_${colorScheme}_${color}`,
        withReplies('Read [the terms](https://example.com/)', 'Yes'),
      )
      await sendParts(address, `cards_${colorScheme}_${color}`, pizzas)
      await page.getByRole('group', { name: 'Marinara' }).waitFor()
      const { text: words, ratio } = (await page.evaluate(leastContrast)) as { text: string; ratio: number }
      assert.ok(ratio >= 4.5, `"${words}" has ${ratio} on ${color}`)
      if (color === '#ffd400' || color === '#0a5c46') await shoot(page, `${colorScheme}-${color.slice(1)}`)
      await page.close()
    }
  })
}

const overflows = `(() => {
  const scroll = document.querySelector('parley-webchat').shadowRoot.querySelector('.scroll')
  return scroll.scrollWidth > scroll.clientWidth || document.documentElement.scrollWidth > innerWidth
})()`

scene('on a phone of 320 pixels the chat fills the screen and scrolls in one direction only', async (browser) => {
  const phone = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true }
  const { page, errors, address } = await beginChat(browser, openPage, phone)
  assert.equal(await page.getByRole('dialog').evaluate((panel) => panel.getBoundingClientRect().width), 320)
  await sendParts(
    address,
    'phone_1',
    createText(`A word without an end: ${'Donaudampfschifffahrtsgesellschaft'.repeat(4)}`),
  )
  await sendParts(address, 'phone_2', pizzas, times, extras)
  await sendRendered(address, 'phone_3', withReplies('Anything else?', 'Opening hours', 'Directions', 'No, thank you'))
  await page.getByRole('button', { name: 'No, thank you' }).waitFor()
  assert.equal(await page.evaluate(overflows), false)
  await shoot(page, 'phone')
  await page.getByRole('group', { name: 'Margherita' }).scrollIntoViewIfNeeded()
  await shoot(page, 'phone-cards')
  assert.deepEqual(errors, [])
})

scene('the hosted page speaks the language of the visitor', async (browser) => {
  const { page, errors } = await openTab(browser, `${gatewayOrigin}/chat/bind_chat`, {
    locale: 'de-DE',
    colorScheme: 'dark',
  })
  const german = page.getByRole('textbox', { name: 'Nachricht schreiben' })
  await german.fill('Guten Tag')
  await shoot(page, 'hosted')
  await german.press('Enter')
  await page.getByText('Zugestellt').waitFor()
  assert.deepEqual(errors, [])
})

scene('on a page that is written from right to left, the chat is too', async (browser) => {
  const { page, errors, address } = await beginChat(browser, buildPagePath({ attributes: 'data-open', dir: 'rtl' }))
  await sendParts(address, 'rtl_1', createText('مرحبا! كيف يمكننا مساعدتك اليوم؟'), pizzas)
  await sendParts(address, 'rtl_2', times)
  await page.getByRole('group', { name: 'Times' }).waitFor()
  const edges = await log(page).evaluate((element) => {
    const left = (selector: string) => element.querySelector(selector)!.getBoundingClientRect().left
    return { agent: left('.entry.agent .text'), visitor: left('.entry.visitor .text') }
  })
  assert.ok(edges.visitor < edges.agent, 'the visitor writes on the left')
  assert.equal(await page.evaluate(overflows), false)
  await shoot(page, 'rtl')
  await page.getByRole('group', { name: 'Margherita' }).scrollIntoViewIfNeeded()
  await shoot(page, 'rtl-cards')
  assert.deepEqual(errors, [])
})

scene('a visitor who prefers reduced motion sees none', async (browser) => {
  const { page, address } = await beginChat(browser, openPage, { reducedMotion: 'reduce' })
  await waitForValue(async () => {
    await bench.signal(address, 'typing')
    return page.getByText('Harbour is typing').isVisible()
  }, Boolean)
  const running = await page.evaluate(`document.querySelector('parley-webchat').shadowRoot.getAnimations().length`)
  assert.equal(running, 0)
})

scene('a picture that does not load is replaced by its description', async (browser) => {
  const { page, address } = await beginChat(browser, openPage)
  await sendParts(address, 'lost_1', { type: 'media', url: 'https://elsewhere.example/pier.png', alt: 'The pier' })
  const link = page.getByRole('link', { name: 'The pier' })
  assert.equal(await link.getAttribute('href'), 'https://elsewhere.example/pier.png')
})

scene('an unknown binding is explained on the page and in the console', async (browser) => {
  const { page, errors } = await openTab(browser, buildPagePath({ binding: 'bind_typo' }))
  await launcher(page).click()
  await page.getByRole('dialog', { name: 'Chat unavailable' }).waitFor()
  await page.getByText('data-binding="bind_typo"').waitFor()
  await shoot(page, 'unknown-binding')
  assert.ok(errors.some((line) => line.startsWith('Web chat: ') && line.includes('bind_typo')))
})

scene('a policy that blocks the gateway is explained with the directive to add', async (browser) => {
  const { page, errors } = await openTab(browser, buildPagePath({ connect: "'self'" }))
  await launcher(page).click()
  await page.getByText(`connect-src ${gatewayOrigin} ${socketOrigin}`).waitFor()
  await shoot(page, 'policy')
  assert.ok(errors.some((line) => line.startsWith('Web chat: ') && line.includes('connect-src')))
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
})

scene('a policy that blocks only sockets leaves a chat that works', async (browser) => {
  const { page, errors, address } = await beginChat(
    browser,
    buildPagePath({ attributes: 'data-open', connect: gatewayOrigin }),
  )
  await sendParts(address, 'polled_1', createText('By request'))
  await log(page).getByText('By request').waitFor()
  assert.ok(errors.some((line) => line.startsWith('Web chat: ') && line.includes(socketOrigin)))
})

scene('a browser without a network says so, and sends later', async (browser) => {
  const { page, address } = await beginChat(browser, openPage)
  await page.context().setOffline(true)
  await writeMessage(page, 'Written offline')
  await page.getByText('You are offline. Messages are sent when you are back.').waitFor()
  await page.context().setOffline(false)
  await waitForValue(
    () => receivedContents(address),
    (all) => all.length === 2,
  )
  await page.getByText('You are offline').waitFor({ state: 'hidden' })
})

test('the look of web chat in a browser', (t) => playScenes(t, scenes))
