import { ActionIcon, Group, Menu, Tooltip } from '@mantine/core'
import {
  IconDots,
  IconExternalLink,
  IconPlayerPause,
  IconPlayerPlay,
  IconQrcode,
  IconTestPipe,
  IconTrash,
} from '@tabler/icons-react'
import { strings } from '#i18n/outreach.ts'
import { useCan } from '../../../app/current-org.ts'
import { CopyIcon } from '../../../components/CopyField.tsx'
import type { OutreachLink } from './link-state.ts'
import { useDeleteLink, useToggleLink } from './useLinks.ts'

const { links: texts } = strings
export type LinkAction = 'qr' | 'try'
type Props = { link: OutreachLink; onVerb: (verb: LinkAction, link: OutreachLink) => void }

export function LinkMenu({ link, onVerb }: Props) {
  const name = link.label || texts.unlabeled
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <CopyIcon value={link.url} />
      <Tooltip label={texts.qr}>
        <ActionIcon variant="subtle" onClick={() => onVerb('qr', link)} aria-label={texts.qrTitle(name)}>
          <IconQrcode size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={texts.actions(name)}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Items link={link} onVerb={onVerb} />
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}

function Items({ link, onVerb }: Props) {
  const can = useCan('editor')
  const switching = useToggleLink()
  const remove = useDeleteLink()
  const Switch = link.disabled ? IconPlayerPlay : IconPlayerPause
  const isWeb = /^https?:/.test(link.url)
  return (
    <>
      {isWeb && (
        <Menu.Item
          component="a"
          href={link.url}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          {texts.open}
        </Menu.Item>
      )}
      {can && (
        <>
          <Menu.Item leftSection={<IconTestPipe size={16} aria-hidden />} onClick={() => onVerb('try', link)}>
            {texts.try}
          </Menu.Item>
          <Menu.Item leftSection={<Switch size={16} aria-hidden />} onClick={() => switching.mutate(link)}>
            {link.disabled ? texts.resume : texts.pause}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => remove(link)}>
            {strings.delete}
          </Menu.Item>
        </>
      )}
    </>
  )
}
