import { ActionIcon, Collapse, Group, Menu, Popover, Switch, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDeviceMobile, IconMoodSmile, IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { strings } from '#i18n/desk.ts'
import { strings as phone } from '#i18n/handset.ts'
import { useAgent } from '../../../app/current-org.ts'
import { AmlEditor } from '../../../components/aml/AmlEditor.tsx'
import { AmlPreview } from '../../../components/aml/AmlPreview.tsx'
import { notify } from '../../../components/notify.tsx'
import styles from '../desk.module.css'
import { type DeskConversationDetail, useSavedReplies } from '../desk-data.ts'
import { appendPart, findReplies, readSlashQuery } from './aml-parts.ts'
import type { ComposerDraft } from './outbox.ts'
import { CardDialog, ChipsDialog, PictureDialog } from './PartDialogs.tsx'
import { Suggestions } from './Suggestions.tsx'

const { composer } = strings
const maxLength = 20_000

type Props = {
  detail: DeskConversationDetail
  draft: ComposerDraft
  change: (changed: Partial<ComposerDraft>) => void
  send: () => void
}

/** The text of a reply, with everything that can be put into it. */
export function ReplyField({ detail, draft, change, send }: Props) {
  const { channel } = detail
  const [isPreviewed, preview] = useDisclosure()
  const field = useRef<HTMLTextAreaElement>(null)
  const { text, mode } = draft
  const insert = (piece: string) => {
    const at = mode === 'text' ? (field.current?.selectionEnd ?? text.length) : text.length
    change({ text: text.slice(0, at) + piece + text.slice(at) })
  }
  const append = (part: string) => change({ text: appendPart(text, part), mode: 'aml' })
  const replies = useReplyChoice(detail, draft, change)
  const onKeyDown = (event: KeyboardEvent) => {
    const isSend = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (isSend) send()
    if (isSend || replies.onKey(event.key)) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  return (
    <div onKeyDownCapture={onKeyDown} role="presentation">
      <Suggestions detail={detail} onUse={(answer) => change({ text: text === '' ? answer : `${text} ${answer}` })} />
      {replies.list}
      {mode === 'aml' ? (
        <AmlEditor
          label={composer.amlLabel(phone.channels[channel])}
          value={text}
          onChange={(aml) => change({ text: aml })}
          minHeight="5rem"
          maxHeight="14rem"
        />
      ) : (
        <Textarea
          ref={field}
          label={composer.label(phone.channels[channel])}
          placeholder={composer.placeholder}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={maxLength}
          value={text}
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
      )}
      <Group gap={6} mt={6}>
        <InsertMenu detail={detail} onText={insert} onPart={append} />
        <EmojiButton onPick={insert} />
        <ActionIcon
          variant={isPreviewed ? 'filled' : 'default'}
          size={30}
          onClick={preview.toggle}
          aria-expanded={isPreviewed}
          aria-label={composer.preview}
        >
          <IconDeviceMobile size={16} aria-hidden />
        </ActionIcon>
        <Switch
          size="xs"
          label={composer.aml}
          checked={mode === 'aml'}
          onChange={({ currentTarget }) => change({ mode: currentTarget.checked ? 'aml' : 'text' })}
        />
      </Group>
      <Collapse expanded={isPreviewed}>
        {isPreviewed && (
          <AmlPreview
            text={mode === 'aml' ? text : escapeAml(text)}
            channels={[channel]}
            values="none"
            height="15rem"
          />
        )}
      </Collapse>
    </div>
  )
}

/** The same as text and as AML. */
const isPlain = (aml: string) => !/[\\[\]*_~`{}<>#|-]/.test(aml)
/** A plain text has no markers. */
const escapeAml = (text: string) => text.replaceAll('[[', '\\[[')

/** Saved replies after a slash: arrow keys choose, Enter takes the chosen one with its fill-ins. */
function useReplyChoice({ userId }: DeskConversationDetail, { text, mode }: ComposerDraft, change: Props['change']) {
  const agent = useAgent()
  const { data = [] } = useSavedReplies()
  const [active, setActive] = useState(0)
  const [dismissed, setDismissed] = useState<string>()
  const query = mode === 'text' && text !== dismissed ? readSlashQuery(text) : undefined
  const found = query === undefined ? [] : findReplies(data, query)
  const chosen = found[Math.min(active, found.length - 1)]
  const take = async (replyId: string) => {
    try {
      const path = { userId }
      const { aml } = await agent.api.post('/desk/conversations/{userId}/_fill', { path, body: { replyId } })
      change({ text: aml, mode: isPlain(aml) ? 'text' : 'aml' })
      setActive(0)
    } catch (error) {
      notify.error(error)
    }
  }
  const onKey = (key: string): boolean => {
    if (key === 'Escape' && query !== undefined) {
      setDismissed(text)
      return true
    }
    if (!chosen) return false
    if (key === 'ArrowDown') setActive(Math.min(active + 1, found.length - 1))
    if (key === 'ArrowUp') setActive(Math.max(active - 1, 0))
    if (key === 'Enter' || key === 'Tab') void take(chosen.id)
    return ['ArrowDown', 'ArrowUp', 'Enter', 'Tab'].includes(key)
  }
  const list = query !== undefined && (
    <div className={styles.replies} role="listbox" aria-label={composer.saved}>
      {found.length === 0 && composer.noSaved}
      {found.map(({ id, title, shortcut, aml }) => (
        <button
          key={id}
          type="button"
          role="option"
          aria-selected={id === chosen?.id}
          data-active={id === chosen?.id || undefined}
          className={styles.reply}
          onClick={() => void take(id)}
        >
          <strong>{title}</strong>
          {shortcut && ` /${shortcut}`}
          <span className="quiet">{` ${aml.slice(0, 80)}`}</span>
        </button>
      ))}
    </div>
  )
  return { onKey, list }
}

type InsertProps = { detail: DeskConversationDetail; onText: (text: string) => void; onPart: (aml: string) => void }

function InsertMenu({ detail: { userId }, onText, onPart }: InsertProps) {
  const agent = useAgent()
  const [dialog, setDialog] = useState<'chips' | 'card' | 'picture'>()
  const close = () => setDialog(undefined)
  const insertPart = (aml: string) => {
    onPart(aml)
    close()
  }
  const fill = async (path: keyof typeof composer.fillIn) => {
    try {
      const body = { aml: `{${path}}` }
      const filled = await agent.api.post('/desk/conversations/{userId}/_fill', { path: { userId }, body })
      if (filled.aml.trim() === '') notify.error(new Error(composer.unknownFillIn(composer.fillIn[path])))
      else onText(filled.aml)
    } catch (error) {
      notify.error(error)
    }
  }
  return (
    <>
      <Menu position="top-start" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={composer.insert}>
            <IconPlus size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setDialog('chips')}>{composer.chips}</Menu.Item>
          <Menu.Item onClick={() => setDialog('card')}>{composer.card}</Menu.Item>
          <Menu.Item onClick={() => setDialog('picture')}>{composer.picture}</Menu.Item>
          <Menu.Label>{composer.fillIns}</Menu.Label>
          {(Object.keys(composer.fillIn) as (keyof typeof composer.fillIn)[]).map((path) => (
            <Menu.Item key={path} onClick={() => void fill(path)}>
              {composer.fillIn[path]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'chips' && <ChipsDialog onInsert={insertPart} close={close} />}
      {dialog === 'card' && <CardDialog onInsert={insertPart} close={close} />}
      {dialog === 'picture' && <PictureDialog onInsert={insertPart} close={close} />}
    </>
  )
}

const emojis = [
  ...'😀😊🙂😉😍😅😂🤔👍👎👏🙏💪👌🎉✅❌❗❓⏰📅📍📞📧📷🎁💶🚚☀️🌧️❤️👋'.matchAll(/\p{Extended_Pictographic}\uFE0F?/gu),
].map(([emoji]) => emoji)

function EmojiButton({ onPick }: { onPick: (emoji: string) => void }) {
  return (
    <Popover position="top-start" withinPortal trapFocus>
      <Popover.Target>
        <ActionIcon variant="default" size={30} aria-label={composer.emoji}>
          <IconMoodSmile size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={4}>
        <div className={styles.emojis}>
          {emojis.map((emoji) => (
            <button key={emoji} type="button" className={styles.emoji} onClick={() => onPick(emoji)}>
              {emoji}
            </button>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
