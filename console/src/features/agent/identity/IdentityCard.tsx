import { Avatar, Group, Image, Paper, Stack, Text } from '@mantine/core'
import { IconMail, IconPhone, IconWorld } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { strings } from '#i18n/agent.ts'
import { type IdentityForm, isWebUrl } from './identity-form.ts'

const bannerHeight = 84

/** How the agent presents itself, while its identity is written. */
export function IdentityCard({ value: { name, description, identity } }: { value: IdentityForm }) {
  const { brandColor, smallLogoUrl, largeBannerUrl } = identity
  const color = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(brandColor) ? brandColor : 'var(--mantine-primary-color-filled)'
  return (
    <Paper withBorder role="img" aria-label={strings.identity.card(name)} style={{ overflow: 'hidden' }} maw={420}>
      <div style={{ height: bannerHeight, background: color }} aria-hidden>
        {isWebUrl(largeBannerUrl) && <Image src={largeBannerUrl} alt="" h={bannerHeight} fit="cover" />}
      </div>
      <Stack gap={4} p="sm">
        <Group gap="sm" wrap="nowrap">
          <Avatar
            src={isWebUrl(smallLogoUrl) ? smallLogoUrl : undefined}
            alt=""
            size={52}
            radius="xl"
            mt={-34}
            style={{ border: '3px solid var(--mantine-color-body)', background: 'var(--mantine-color-body)' }}
          />
          <Text fw={700} truncate>
            {name}
          </Text>
        </Group>
        <Text size="sm" lineClamp={2}>
          {description}
        </Text>
        <Group gap="md">
          <Contact icon={<IconPhone size={14} aria-hidden />} text={identity.contactPhone} />
          <Contact icon={<IconMail size={14} aria-hidden />} text={identity.contactEmail} />
          <Contact icon={<IconWorld size={14} aria-hidden />} text={identity.websiteUrl} />
        </Group>
      </Stack>
    </Paper>
  )
}

function Contact({ icon, text }: { icon: ReactNode; text: string }) {
  if (!text) return null
  return (
    <Group gap={4} wrap="nowrap" className="quiet">
      {icon}
      <Text size="xs">{text}</Text>
    </Group>
  )
}
