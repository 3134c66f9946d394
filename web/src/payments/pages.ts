import { BrowserRefusal } from '../api/problem';

/** Loads another page. Only a page load replaces the security policy, which lets the pay page load the gateway's checkout. */
export function loadPage(path: string): void {
  window.location.assign(path);
}

/** Loads the script that opens the gateway's checkout. */
export async function loadGatewayScript(url: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () =>
      reject(
        new BrowserRefusal(
          'The checkout could not be loaded. Check your connection and try again.',
        ),
      ),
    );
    document.head.append(script);
  });
}
