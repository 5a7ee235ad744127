/**
 * Reads what a phone shows from a provider's payload: `{ text, media, cards, rows, times, multiple, place }`, each if
 * present. A payload of unknown shape shows the plain text that the gateway reports.
 */
export function viewOf(channel, { native, text }) {
  try {
    const seen = readers[channel]?.(native) ?? {}
    return Object.values(seen).some((one) => one?.length !== 0 && one !== undefined) ? seen : { text }
  } catch {
    return { text }
  }
}

const readers = {
  rcs: ({ contentMessage: { text, contentInfo, richCard } }) => ({
    text,
    media: contentInfo && [{ url: contentInfo.fileUrl }],
    cards: (richCard?.carouselCard?.cardContents ?? (richCard && [richCard.standaloneCard.cardContent]))?.map(
      (native) => ({
        native,
        title: native.title,
        description: native.description,
        picture: native.media?.contentInfo.fileUrl,
      }),
    ),
  }),
  sms: ({ Body }) => ({ text: Body }),
  aiChatE: ({ text }) => ({ text }),
  messengerA: (native) => (native.type === 'interactive' ? whatsappInteractive(native.interactive) : whatsapp(native)),
  messengerB: metaMessage,
  socialC: metaMessage,
  vendorMessages: (native) =>
    native.type === 'interactive' ? appleInteractive(native.interactiveData) : apple(native),
  webchat,
  workchatD: ({ text, blocks }) => (blocks ? slack(blocks) : { text }),
}

function webchat({ text, caption, url, alt, mediaType, card, cards, rows, slots, multiple, button }) {
  return {
    text: text ?? caption,
    media: url && [{ url, kind: mediaType?.split('/')[0], name: alt }],
    cards: (cards ?? (card && [card]))?.map((native) => ({ native, ...native, picture: native.mediaUrl })),
    rows: rows?.map(({ postback, ...row }) => ({ ...row, id: postback, picture: row.mediaUrl })),
    times: slots?.map(({ postback, start, label }) => ({ id: postback, startTime: start.iso, label })),
    multiple,
    button,
  }
}

function whatsapp(native) {
  if (native.type === 'text') return { text: native.text.body }
  if (native.type === 'location') return { place: native.location }
  const file = native[native.type]
  return { media: [{ url: file.link, kind: native.type, name: file.filename }], text: file.caption }
}

function whatsappInteractive({ type, header, body, action }) {
  const file = header?.[header.type]
  const shared = { text: body?.text, media: file && [{ url: file.link, kind: header.type, name: file.filename }] }
  if (type === 'list') {
    return { ...shared, rows: action.sections.flatMap(({ rows }) => rows), button: action.button }
  }
  if (type !== 'carousel') return shared
  const cards = action.cards.map((native) => ({
    native,
    description: native.body?.text,
    picture: native.header?.image?.link,
  }))
  return { ...shared, cards }
}

function metaMessage({ message: { text, attachment } }) {
  if (!attachment) return { text }
  if (attachment.type !== 'template') return { media: [{ url: attachment.payload.url, kind: attachment.type }] }
  const cards = attachment.payload.elements.map((native) => ({
    native,
    title: native.title,
    description: native.subtitle,
    picture: native.image_url,
  }))
  return { cards }
}

function apple({ body, attachments = [] }) {
  const media = attachments.map(({ url, name, mimeType }) => ({ url, name, kind: mimeType.split('/')[0] }))
  return { text: body.replace('\uFFFC', ''), media }
}

function appleInteractive({ receivedMessage, data }) {
  const text = receivedMessage.title
  if (data.event) {
    return { text, times: data.event.timeslots.map(({ identifier, startTime }) => ({ id: identifier, startTime })) }
  }
  if (!data.listPicker) return { text }
  const pictures = new Map((data.images ?? []).map(({ identifier, data: image }) => [identifier, image.$png]))
  const rows = data.listPicker.sections.flatMap(({ items }) => items)
  return {
    text,
    multiple: data.listPicker.sections.some(({ multipleSelection }) => multipleSelection),
    rows: rows.map(({ identifier, title, subtitle, imageIdentifier }) => ({
      id: identifier,
      title,
      description: subtitle,
      picture: pictures.get(imageIdentifier),
    })),
  }
}

function slack(blocks) {
  const kinds = Object.groupBy(blocks, ({ type }) => type)
  const cards = [...(kinds.card ?? []), ...(kinds.carousel ?? []).flatMap(({ elements }) => elements)]
  const selects = (kinds.actions ?? []).flatMap(({ elements }) =>
    elements.filter((one) => one.type === 'static_select'),
  )
  return {
    text: kinds.section?.map(({ text }) => text.text).join('\n') || undefined,
    media: kinds.image?.map(({ image_url, alt_text }) => ({ url: image_url, kind: 'image', name: alt_text })),
    cards: cards.map((native) => ({
      native,
      title: native.title?.text,
      description: native.body?.text,
      picture: native.hero_image?.image_url,
    })),
    rows: selects.flatMap(({ options }) =>
      options.map(({ value, text, description }) => ({ id: value, title: text.text, description: description?.text })),
    ),
    button: selects[0]?.placeholder.text,
  }
}

/**
 * Assigns chips to cards by the postback in each card's payload, or by label if the payload has none. Cards often
 * repeat labels, so each label is used once per card.
 */
export function chipsOnCards(natives, chips) {
  const strings = natives.map((native) => new Set(stringsIn(native)))
  const placed = natives.map(() => [])
  for (const chip of chips) {
    const sends = strings.findIndex((known) => known.has(chip.value))
    const says = (known, at) => known.has(chip.label) && !placed[at].some(({ label }) => label === chip.label)
    placed[sends < 0 ? strings.findIndex(says) : sends]?.push(chip)
  }
  return placed
}

function stringsIn(value) {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
