const PATHS = {
  menu: 'M3 5h14M3 10h14M3 15h14',
  close: 'M5 5l10 10M15 5L5 15',
  hash: 'M7.5 3.500 6 16.500M14 3.500l-1.500 13M3.500 7.500h14M2.500 12.500h14',
  send: 'M3.500 16.800 17.500 10 3.500 3.200 5.300 10zM5.300 10H11',
  spark:
    'M10 2.500l1.700 4.800L16.500 9l-4.800 1.700L10 15.500l-1.700-4.800L3.500 9l4.800-1.700zM16 13.500v4M14 15.500h4',
  dots: 'M10 4.2v.1M10 10v.1M10 15.800v.1',
  bolt: 'M11.500 2 4 11.500h5L8.500 18 16 8.500h-5z',
  thread: 'M3 4.500h14v9H9l-4 3.500v-3.500H3zM6.500 8h7M6.500 10.500h4.500',
  eye: 'M1.800 10S4.800 4.500 10 4.500 18.200 10 18.200 10 15.200 15.500 10 15.500 1.800 10 1.800 10zM10 7.400a2.600 2.600 0 1 0 0 5.200 2.600 2.600 0 0 0 0-5.200z',
  download: 'M10 3v9.500M6 9l4 4 4-4M3.500 16.500h13',
  file: 'M5 2.500h6.500L15.500 6.500v11H5zM11.500 2.500v4h4M7.500 10.500h5.500M7.500 13.500h5.500',
  pulse: 'M2 10.500h3.500l2.300-6 4 11.500 2.500-5.500H18',
  sliders: 'M3 6h7M14 6h3M3 14h3M10 14h7M12 4v4M8 12v4',
  down: 'M5 8l5 5 5-5',
  warning: 'M10 3 18 16.500H2zM10 8v4M10 14.200v.3',
  robot: 'M4.5 7.500h11v8.500h-11zM10 4v3.500M2.500 11v2M17.500 11v2M8 11v1.200M12 11v1.200',
  away: 'M5.500 5.500l9 9M10 3.500a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13z',
  clock: 'M10 2.300a7.700 7.700 0 1 0 0 15.400 7.700 7.700 0 0 0 0-15.400zM10 5.500V10l3 2',
  restart: 'M4 7.800A6.500 6.500 0 1 1 3.800 11.800M3.800 3.300v4.600h4.600',
} as const;

export type IconName = keyof typeof PATHS;

interface IconButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly onClick: () => void;
}

export function IconButton({ icon, label, onClick }: IconButtonProps) {
  return (
    <button type="button" className="icon-button" aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}

export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" width={size} height={size} aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
