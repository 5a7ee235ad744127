import { Menu } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconBraces, IconDots, IconLink, IconTestPipe } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { strings } from '#i18n/inbox.ts'
import { useCan } from '../../app/current-org.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { JsonBlock } from '../../components/JsonBlock.tsx'
import { notify } from '../../components/notify.tsx'
import styles from './inbox.module.css'

type Props = {
  messageId: string
  text: string
  raw: unknown
  turnId: string | undefined
  onWhy?: () => void
  onTest: (turnId: string) => void
}

const { message } = strings
const shortest = (text: string) => (text.length > 40 ? `${text.slice(0, 39)}…` : text)

/** Actions on a message: explain it, show its source, copy its link. */
export function MessageActions({ onWhy, ...props }: Props) {
  const [isUsed, setUsed] = useState(false)
  const label = message.more(shortest(props.text))
  return (
    <>
      {onWhy && (
        <button type="button" className={styles.why} onClick={onWhy} aria-label={message.whyOf(shortest(props.text))}>
          {message.why}
        </button>
      )}
      {isUsed ? (
        <MessageMenu {...props} label={label} isReply={onWhy !== undefined} />
      ) : (
        <MenuButton aria-label={label} aria-haspopup="menu" aria-expanded={false} onClick={() => setUsed(true)} />
      )}
    </>
  )
}

function MenuButton(props: ComponentProps<'button'>) {
  return (
    <button type="button" {...props} className={styles.more}>
      <IconDots size={14} aria-hidden />
    </button>
  )
}

type MessageMenuProps = Omit<Props, 'onWhy'> & { label: string; isReply: boolean }

/** Mounted on the first click: two hundred menus would delay the transcript by several times its own time. */
function MessageMenu({ messageId, raw, turnId, onTest, label, isReply }: MessageMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const [isRawShown, setRawShown] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const mayTest = useCan('editor')
  const link = useMessageLink(messageId)
  // The menu returns the focus to the element that has it when the menu opens.
  useEffect(() => {
    button.current?.focus()
    setOpen(true)
  }, [])
  return (
    <>
      <Menu opened={isOpen} onChange={setOpen} position="bottom-start" withinPortal>
        <Menu.Target>
          <MenuButton ref={button} aria-label={label} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconBraces size={16} aria-hidden />} onClick={() => setRawShown(true)}>
            {isReply ? message.amf : message.event}
          </Menu.Item>
          <Menu.Item leftSection={<IconLink size={16} aria-hidden />} onClick={link}>
            {message.link}
          </Menu.Item>
          {mayTest && turnId !== undefined && (
            <Menu.Item leftSection={<IconTestPipe size={16} aria-hidden />} onClick={() => onTest(turnId)}>
              {message.test}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Dialog opened={isRawShown} onClose={() => setRawShown(false)} title={message.raw} size="lg">
        <JsonBlock value={raw} label={message.rawLabel} height={560} />
      </Dialog>
    </>
  )
}

function useMessageLink(messageId: string): () => void {
  const router = useRouter()
  const { copy } = useClipboard()
  return () => {
    const { search } = router.latestLocation
    const { href } = router.buildLocation({
      to: '.',
      search: { conversation: search.conversation, message: messageId },
    })
    copy(`${window.location.origin}${href}`)
    notify.success(message.linked)
  }
}
