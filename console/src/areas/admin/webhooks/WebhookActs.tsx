import { Button, Group, Menu } from '@mantine/core'
import { IconChevronDown, IconPlayerPause, IconPlayerPlay, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { words } from '#words/admin.ts'
import { ShownOnce } from '../ShownOnce.tsx'
import { RecoverDialog } from './RecoverDialog.tsx'
import type { Webhook } from './state.ts'
import { useWebhookDeeds } from './useWebhookDeeds.ts'
import { WebhookDialog } from './WebhookDialog.tsx'

const { webhooks: said } = words

/** All that can be done with a webhook. What needs it to be active waits until it is. */
export function WebhookActs({ webhook }: { webhook: Webhook }) {
  const [doing, setDoing] = useState<'edit' | 'recover'>()
  const [secret, setSecret] = useState<string>()
  const { busy, test, setActive, rotate, remove } = useWebhookDeeds(webhook, setSecret)
  const close = () => setDoing(undefined)
  const Pause = webhook.active ? IconPlayerPause : IconPlayerPlay
  return (
    <Group gap="xs">
      <Button
        size="xs"
        leftSection={<IconSend size={14} aria-hidden />}
        onClick={test}
        disabled={!webhook.active}
        loading={busy}
      >
        {said.test}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<Pause size={14} aria-hidden />}
        onClick={() => setActive(!webhook.active)}
      >
        {webhook.active ? said.pause : said.resume}
      </Button>
      <Button size="xs" variant="default" onClick={() => setDoing('edit')}>
        {said.edit}
      </Button>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button size="xs" variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
            {said.more}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setDoing('recover')} disabled={!webhook.active}>
            {said.recover}
          </Menu.Item>
          <Menu.Item onClick={rotate}>{said.rotate}</Menu.Item>
          <Menu.Item color="red" onClick={remove}>
            {said.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {doing === 'edit' && <WebhookDialog webhook={webhook} close={close} />}
      {doing === 'recover' && <RecoverDialog webhook={webhook} close={close} />}
      {secret && (
        <ShownOnce
          title={said.rotated}
          text={said.rotatedText}
          label={said.secret}
          value={secret}
          close={() => setSecret(undefined)}
        />
      )}
    </Group>
  )
}
