/** The block "Live blog" in the editor. An author pastes the address of a blog or post, or enters it. */
{
  const { blockEditor, blocks, components, element, i18n, serverSideRender, url: urls } = window.wp
  const { createElement: el, useState } = element
  const label = (text) => i18n.__(text, 'desk-live-blog')
  const services = window.deskLiveBlogServices

  const isLiveBlog = (address) =>
    services.some((service) => address.startsWith(`${service}/live/`) && /\/live\/\d/.test(address))

  /** Returns the reason for which an address is refused. */
  const reason = () =>
    services.length === 0
      ? label('An administrator must first enter the address of your Desk under Settings, Live blogs.')
      : `${label('Enter an address that begins with:')} ${services.join(', ')}`

  /** The form in which an author enters an address. */
  const AddressForm = ({ onEnter }) => {
    const [address, setAddress] = useState('')
    const [refused, setRefused] = useState('')
    const enter = (event) => {
      event.preventDefault()
      if (isLiveBlog(address.trim())) onEnter(address.trim())
      else setRefused(reason())
    }
    const title = label('Address of a live blog, or of a post in it')
    return el(
      components.Placeholder,
      { icon: 'megaphone', label: label('Live blog') },
      el(
        'form',
        { onSubmit: enter },
        el(components.TextControl, { label: title, help: refused, value: address, onChange: setAddress }),
        el(components.Button, { variant: 'primary', type: 'submit' }, label('Show'))
      )
    )
  }

  /** The options of a blog, which are parameters of its address. */
  const Options = ({ address, onChange }) => {
    const { posts, order } = urls.getQueryArgs(address)
    const set = (name) => (value) =>
      onChange(value ? urls.addQueryArgs(address, { [name]: value }) : urls.removeQueryArgs(address, name))
    const title = label('Posts to begin with')
    const number = { label: title, value: posts && Number(posts), min: 1, max: 20, allowReset: true }
    const orders = [
      { value: '', label: label('The newest first') },
      { value: 'oldest', label: label('The oldest first') }
    ]
    return el(
      components.PanelBody,
      { title: label('Options') },
      el(components.RangeControl, { ...number, onChange: set('posts') }),
      el(components.SelectControl, { label: label('Order'), value: order, options: orders, onChange: set('order') })
    )
  }

  const Edit = ({ attributes, setAttributes }) => {
    const props = blockEditor.useBlockProps()
    // WordPress writes & so in attributes of authors who may not publish all markup.
    const address = attributes.url.replaceAll('&amp;', '&')
    const show = (url) => setAttributes({ url })
    if (address === '') return el('div', props, el(AddressForm, { onEnter: show }))
    return el(
      'div',
      props,
      !address.includes('/post/') && el(blockEditor.InspectorControls, {}, el(Options, { address, onChange: show })),
      el(components.Disabled, {}, el(serverSideRender, { block: 'desk/live-blog', attributes }))
    )
  }

  blocks.registerBlockType('desk/live-blog', {
    edit: Edit,
    // Readers get a link if the plugin is switched off.
    save: ({ attributes: { url } }) => url && el('p', blockEditor.useBlockProps.save(), el('a', { href: url }, url)),
    transforms: {
      from: [
        {
          type: 'raw',
          // Runs before the transform by which WordPress makes its own block of any address.
          priority: 5,
          isMatch: ({ nodeName, textContent }) => nodeName === 'P' && isLiveBlog(textContent.trim()),
          transform: ({ textContent }) => blocks.createBlock('desk/live-blog', { url: textContent.trim() })
        }
      ]
    }
  })
}
