<?php
/**
 * The settings page: the addresses of the newsroom's services.
 *
 * @package Desk_Live_Blog
 */

namespace Desk_Live_Blog;

/** Registers the setting. */
function register_settings(): void {
	$options = array( 'sanitize_callback' => __NAMESPACE__ . '\\services_in' );
	register_setting( 'desk_live_blog', 'desk_live_blog_services', $options );
}

/** Adds the page to the menu "Settings" of administrators. */
function add_settings_page(): void {
	$title = __( 'Live blogs', 'desk-live-blog' );
	add_options_page( $title, $title, 'manage_options', 'desk-live-blog', __NAMESPACE__ . '\\show_settings' );
}

/**
 * Returns the addresses in a setting without their final slashes, and reports lines that are not addresses. The address
 * of a blog stands for that of its service.
 *
 * @param string|array $value Lines of the form, or the list, which WordPress may check again.
 */
function services_in( $value ): array {
	$services = array();
	foreach ( is_array( $value ) ? $value : preg_split( '/\s+/', trim( $value ) ) as $line ) {
		if ( preg_match( '~^(https?://(?:[\w.-]+|\[[\da-f:]+\])(?::\d{1,5})?)((?:/[\w.\~-]+)*?)/?(?:/live/\d.*)?$~Di', $line, $parts ) ) {
			$services[] = strtolower( $parts[1] ) . $parts[2];
		} elseif ( '' !== $line ) {
			/* translators: %s: what the administrator has entered. */
			$message = __( '%s is not the address of a service, such as https://live.example', 'desk-live-blog' );
			add_settings_error( 'desk_live_blog_services', 'address', sprintf( $message, esc_html( $line ) ) );
		}
	}
	return array_values( array_unique( $services ) );
}

/** Prints the page. */
function show_settings(): void {
	?>
	<div class="wrap">
		<h1><?php echo esc_html( get_admin_page_title() ); ?></h1>
		<form action="options.php" method="post">
			<?php settings_fields( 'desk_live_blog' ); ?>
			<p><label for="services"><?php esc_html_e( 'Addresses of your Desk, one on each line', 'desk-live-blog' ); ?></label></p>
			<textarea class="large-text code" rows="4" id="services" name="desk_live_blog_services" placeholder="https://live.example">
<?php echo esc_textarea( implode( "\n", services() ) ); ?></textarea>
			<p class="description">
				<?php esc_html_e( 'Authors show a live blog by pasting its address. No other address is requested or framed.', 'desk-live-blog' ); ?>
			</p>
			<?php submit_button(); ?>
		</form>
	</div>
	<?php
}
