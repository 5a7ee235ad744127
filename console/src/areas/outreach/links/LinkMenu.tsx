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
import { words } from '#words/outreach.ts'
import { useCan } from '../../../app/org.ts'
import { CopyIcon } from '../../../parts/CopyField.tsx'
import type { OutreachLink } from './link-state.ts'
import { useRemoving, useSwitching } from './useLinks.ts'

const { links: said } = words
export type LinkVerb = 'qr' | 'try'
type Given = { link: OutreachLink; onVerb: (verb: LinkVerb, link: OutreachLink) => void }

/** What can be done with a link, in its row. */
export function LinkMenu({ link, onVerb }: Given) {
  const name = link.label || said.unlabelled
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <CopyIcon value={link.url} />
      <Tooltip label={said.qr}>
        <ActionIcon variant="subtle" onClick={() => onVerb('qr', link)} aria-label={said.qrTitle(name)}>
          <IconQrcode size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={said.actions(name)}>
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

function Items({ link, onVerb }: Given) {
  const can = useCan('editor')
  const switching = useSwitching()
  const remove = useRemoving()
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
          {said.open}
        </Menu.Item>
      )}
      {can && (
        <>
          <Menu.Item leftSection={<IconTestPipe size={16} aria-hidden />} onClick={() => onVerb('try', link)}>
            {said.try}
          </Menu.Item>
          <Menu.Item leftSection={<Switch size={16} aria-hidden />} onClick={() => switching.mutate(link)}>
            {link.disabled ? said.resume : said.pause}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => remove(link)}>
            {words.delete}
          </Menu.Item>
        </>
      )}
    </>
  )
}
