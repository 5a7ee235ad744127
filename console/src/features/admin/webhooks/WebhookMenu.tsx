import { Button, Group, Menu } from '@mantine/core'
import { IconChevronDown, IconPlayerPause, IconPlayerPlay, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { strings } from '#i18n/admin.ts'
import { OneTimeSecret } from '../OneTimeSecret.tsx'
import { RedeliverDialog } from './RecoverDialog.tsx'
import { useWebhookActions } from './useWebhookDeeds.ts'
import { WebhookDialog } from './WebhookDialog.tsx'
import type { Webhook } from './webhook-state.ts'

const { webhooks: texts } = strings

/** All that can be done with a webhook. What needs it to be active waits until it is. */
export function WebhookMenu({ webhook }: { webhook: Webhook }) {
  const [doing, setDoing] = useState<'edit' | 'recover'>()
  const [secret, setSecret] = useState<string>()
  const { busy, test, setActive, rotate, remove } = useWebhookActions(webhook, setSecret)
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
        {texts.test}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<Pause size={14} aria-hidden />}
        onClick={() => setActive(!webhook.active)}
      >
        {webhook.active ? texts.pause : texts.resume}
      </Button>
      <Button size="xs" variant="default" onClick={() => setDoing('edit')}>
        {texts.edit}
      </Button>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button size="xs" variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
            {texts.more}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setDoing('recover')} disabled={!webhook.active}>
            {texts.recover}
          </Menu.Item>
          <Menu.Item onClick={rotate}>{texts.rotate}</Menu.Item>
          <Menu.Item color="red" onClick={remove}>
            {texts.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {doing === 'edit' && <WebhookDialog webhook={webhook} close={close} />}
      {doing === 'recover' && <RedeliverDialog webhook={webhook} close={close} />}
      {secret && (
        <OneTimeSecret
          title={texts.rotated}
          text={texts.rotatedText}
          label={texts.secret}
          value={secret}
          close={() => setSecret(undefined)}
        />
      )}
    </Group>
  )
}
