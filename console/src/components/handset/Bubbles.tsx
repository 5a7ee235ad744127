import type { BubbleView, CardView, ChipView, TextRun } from '@parley/amf'
import { IconCheck, IconChecks, IconClock, IconExclamationCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { strings } from '#i18n/handset.ts'
import { language } from '#i18n/language.ts'
import type { BubbleDeliveryState, Channel, HandsetBubble, TapEvent } from './bubbles.ts'
import { Chips } from './Chips.tsx'
import { type Choice, ChoicePicker } from './ChoicePicker.tsx'
import { FormattedText } from './FormattedText.tsx'
import styles from './handset.module.css'
import looks from './looks.module.css'
import { MediaAttachment, MessagePicture, PlaceLabel } from './MediaAttachment.tsx'
import { useStickToEnd } from './useStickToEnd.ts'

const icons = {
  pending: IconClock,
  sent: IconCheck,
  delivered: IconChecks,
  read: IconChecks,
  failed: IconExclamationCircle,
}

/** Delivery status of a message; the color only repeats the text. */
function Ticks({ state, error }: { state: BubbleDeliveryState; error?: string }) {
  const Icon = icons[state]
  return (
    <span className={styles.ticks} data-state={state}>
      <Icon size={14} aria-hidden />
      {strings.delivery[state]}
      {error && `: ${error}`}
    </span>
  )
}

export type BubblesProps = {
  channel: Channel
  bubbles: readonly HandsetBubble[]
  /** Handles taps; without it nothing can be tapped and links open normally. */
  onTap?: (tapped: TapEvent) => void
  /** Content below a bubble, next to its time. */
  foot?: (bubble: HandsetBubble) => ReactNode
  /** The message to scroll to and highlight. */
  marked?: string
  typing?: boolean
  /** Shown while there are no messages. */
  hint?: ReactNode
  /** Accessible name of the list of messages. */
  label?: string
}

/** Channels whose chips disappear once another message follows; chips on cards stay. */
const vanishing: readonly Channel[] = ['rcs', 'messengerB', 'socialC']

/** The messages as the channel shows them; scrolls on its own and stays at the end. */
export function Bubbles(props: BubblesProps) {
  const { channel, bubbles, onTap, marked, typing, hint, label = strings.messages } = props
  const log = useStickToEnd(bubbles.length, typing, marked)
  const newest = bubbles.findLast(({ from }) => from !== 'note')
  const silent = bubbles.length === 0 && !typing
  return (
    <div
      ref={log}
      className={`${looks.look} ${styles.log}`}
      data-channel={channel}
      role="log"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
    >
      {silent && hint && <div className={styles.hint}>{hint}</div>}
      {!silent && (
        <ol>
          {bubbles.map((bubble) => (
            <BubbleLine
              key={bubble.id}
              bubble={bubble}
              given={props}
              chips={!onTap || bubble === newest || !vanishing.includes(channel)}
            />
          ))}
          {typing && <TypingIndicator />}
        </ol>
      )}
    </div>
  )
}

function BubbleLine({ bubble, given: props, chips }: { bubble: HandsetBubble; given: BubblesProps; chips: boolean }) {
  const { from, plain, tone, messageId } = bubble
  if (from === 'note') {
    return (
      <li className={styles.note} data-tone={tone}>
        <span>{tone === 'effect' ? strings.effect(plain) : plain}</span>
        {props.foot?.(bubble)}
      </li>
    )
  }
  return (
    <li className={styles.message} data-from={from} data-marked={marks(messageId, props.marked)}>
      <span className={styles.sender}>
        {from === 'person' ? strings.person : strings.agent}
        <span className={styles.unseen}>: </span>
      </span>
      <Content bubble={bubble} onTap={props.onTap} chips={chips} />
      <BubbleFooter bubble={bubble}>{props.foot?.(bubble)}</BubbleFooter>
    </li>
  )
}

const marks = (messageId: string | undefined, marked: string | undefined) =>
  (messageId !== undefined && messageId === marked) || undefined

type TapHandler = { bubble: HandsetBubble; onTap?: (tapped: TapEvent) => void; chips: boolean }

function Content({ bubble: { view, messageId = '' }, onTap, chips }: TapHandler) {
  if (!view) return null
  const tap = (picked: { label: string; tap: number }[]) =>
    onTap?.({ messageId, indexes: picked.map((one) => one.tap), labels: picked.map(({ label }) => label) })
  const tapChip = onTap && ((chip: ChipView) => tap([chip]))
  return (
    <>
      <Message view={view} onTap={tapChip} onPick={onTap && tap} />
      {chips && <Chips chips={view.chips} onTap={tapChip} />}
    </>
  )
}

type MessageProps = { view: BubbleView; onTap?: (chip: ChipView) => void; onPick?: (choices: Choice[]) => void }

/** The message without the chips below it. */
function Message({ view, onTap, onPick }: MessageProps) {
  switch (view.kind) {
    case 'media':
      return (
        <Balloon text={view.text}>
          <MediaAttachment file={view.media} />
        </Balloon>
      )
    case 'card':
      return <Cards cards={[view.card]} onTap={onTap} />
    case 'carousel':
      return (
        <>
          <Balloon text={view.text} />
          <Cards cards={view.cards} onTap={onTap} />
        </>
      )
    case 'list': {
      const choices = view.rows.map(({ title, ...row }) => ({ label: title, ...row }))
      const button = view.button || strings.choose
      return (
        <>
          <Balloon text={view.text} />
          <ChoicePicker button={button} choices={choices} multiple={view.multiple} onPick={onPick} />
        </>
      )
    }
    case 'times':
      return (
        <>
          <Balloon text={view.text} />
          <ChoicePicker button={strings.chooseTime} choices={view.slots} onPick={onPick} />
        </>
      )
    case 'place':
      return (
        <Balloon>
          <PlaceLabel place={view.place} />
        </Balloon>
      )
    default:
      return <Balloon text={view.text} />
  }
}

function Balloon({ text, children }: { text?: readonly TextRun[]; children?: ReactNode }) {
  if (!text?.length && !children) return null
  return (
    <div className={styles.bubble}>
      {children}
      {text && (
        <span className={styles.text} dir="auto">
          <FormattedText runs={text} />
        </span>
      )}
    </div>
  )
}

const clock = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' })
const full = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'long' })

function BubbleFooter({
  bubble: { at, earlier, delivery, error, sms },
  children,
}: {
  bubble: HandsetBubble
  children: ReactNode
}) {
  if (!at && !earlier && !delivery && !sms && !children) return null
  return (
    <div className={styles.foot}>
      {earlier && <span>{strings.earlier}</span>}
      {at && (
        <time dateTime={at} title={full.format(new Date(at))}>
          {clock.format(new Date(at))}
        </time>
      )}
      {sms && <span>{strings.segments(sms.segments, sms.units, sms.encoding)}</span>}
      {delivery && <Ticks state={delivery} error={error} />}
      {children}
    </div>
  )
}

function TypingIndicator() {
  return (
    <li className={styles.dots}>
      <span className={styles.unseen}>{strings.typing}</span>
      <i aria-hidden="true" />
      <i aria-hidden="true" />
      <i aria-hidden="true" />
    </li>
  )
}

type CardsProps = { cards: readonly CardView[]; onTap?: (chip: ChipView) => void }

function Cards({ cards, onTap }: CardsProps) {
  // biome-ignore lint/suspicious/noArrayIndexKey: only their position identifies cards, and it never changes
  const drawn = cards.map((card, index) => <Card key={index} card={card} onTap={onTap} />)
  if (cards.length === 1) return <div className={styles.cards}>{drawn}</div>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section className={`${styles.cards} ${styles.carousel}`} aria-label={strings.cards} tabIndex={0}>
      {drawn}
    </section>
  )
}

function Card({
  card: { title, description, mediaUrl, chips },
  onTap,
}: {
  card: CardView
  onTap?: CardsProps['onTap']
}) {
  return (
    <article className={styles.card}>
      <MessagePicture url={mediaUrl} className={styles.cover} />
      {title && <strong dir="auto">{title}</strong>}
      {description && (
        <p dir="auto">
          <FormattedText runs={description} />
        </p>
      )}
      <Chips chips={chips} onTap={onTap} />
    </article>
  )
}
