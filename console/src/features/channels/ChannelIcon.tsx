import { ThemeIcon } from '@mantine/core'
import {
  IconBrandApple,
  IconBrandInstagram,
  IconBrandMessenger,
  IconBrandSlack,
  IconBrandWhatsapp,
  IconDeviceMobileMessage,
  IconMessage2,
  IconMessageChatbot,
  IconSparkles,
} from '@tabler/icons-react'

const icons: Record<string, typeof IconMessage2> = {
  rcs: IconDeviceMobileMessage,
  sms: IconMessage2,
  webchat: IconMessageChatbot,
  messengerA: IconBrandWhatsapp,
  messengerB: IconBrandMessenger,
  socialC: IconBrandInstagram,
  vendorMessages: IconBrandApple,
  workchatD: IconBrandSlack,
  aiChatE: IconSparkles,
}

export function ChannelIcon({ channel }: { channel: string }) {
  const Icon = icons[channel] ?? IconMessage2
  return (
    <ThemeIcon variant="default" size="lg" aria-hidden="true">
      <Icon size={20} />
    </ThemeIcon>
  )
}
