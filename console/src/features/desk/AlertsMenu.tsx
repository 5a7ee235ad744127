import { ActionIcon, Popover, Stack, Switch, Text } from '@mantine/core'
import { IconBell, IconBellOff } from '@tabler/icons-react'
import { useState } from 'react'
import { strings } from '#i18n/desk.ts'
import { type AlertSettings, readAlertSettings, saveAlertSettings } from './alerts.ts'

const { alerts } = strings

export function AlertsMenu() {
  const [settings, setSettings] = useState(readAlertSettings)
  const [isRefused, setRefused] = useState(false)
  const change = async (wanted: AlertSettings) => {
    const saved = await saveAlertSettings(wanted)
    setSettings(saved)
    setRefused(wanted.notifications && !saved.notifications)
  }
  const Icon = settings.notifications || settings.sound ? IconBell : IconBellOff
  return (
    <Popover position="bottom-end" withinPortal shadow="md" trapFocus>
      <Popover.Target>
        <ActionIcon variant="default" size={36} aria-label={alerts.menu}>
          <Icon size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <Switch
            label={alerts.notifications}
            checked={settings.notifications}
            onChange={({ currentTarget }) => void change({ ...settings, notifications: currentTarget.checked })}
          />
          <Switch
            label={alerts.sound}
            checked={settings.sound}
            onChange={({ currentTarget }) => void change({ ...settings, sound: currentTarget.checked })}
          />
          {isRefused && (
            <Text size="sm" role="alert" maw={240}>
              {alerts.refused}
            </Text>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
