import { ActionIcon, Anchor, Menu } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconBraces, IconDots, IconLink, IconTestPipe } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { strings } from '#i18n/inbox.ts'
import { useCan } from '../../app/current-org.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { JsonBlock } from '../../components/JsonBlock.tsx'
import { notify } from '../../components/notify.tsx'

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
export function MessageActions({ messageId, text, raw, turnId, onWhy, onTest }: Props) {
  const [isOpen, setShown] = useState(false)
  const mayTest = useCan('editor')
  const link = useMessageLink(messageId)
  return (
    <>
      {onWhy && (
        <Anchor component="button" type="button" size="xs" onClick={onWhy} aria-label={message.whyOf(shortest(text))}>
          {message.why}
        </Anchor>
      )}
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={24} aria-label={message.more(shortest(text))}>
            <IconDots size={14} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconBraces size={16} aria-hidden />} onClick={() => setShown(true)}>
            {onWhy ? message.amf : message.event}
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
      <Dialog opened={isOpen} onClose={() => setShown(false)} title={message.raw} size="lg">
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
